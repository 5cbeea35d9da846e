"""Rule variants compared on the same seeds."""
