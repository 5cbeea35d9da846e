"""Code of others, played in processes apart: should it never end, only such a process is ended."""
