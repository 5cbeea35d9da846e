"""Studies: many games in parallel, stored as tables that an interrupted run resumes."""
