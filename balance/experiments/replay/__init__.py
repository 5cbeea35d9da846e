"""Games played again, step by step, as documents that a page can show."""
