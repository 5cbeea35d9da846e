"""Where differences between games come from."""
