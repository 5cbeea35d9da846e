"""Statistics: tables in, tables out, one method a file."""
