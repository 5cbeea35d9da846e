"""What a change of the rules is worth when both sides adapt their play to it."""
