"""Planning of studies, and analysis of those that vary many things at once."""
