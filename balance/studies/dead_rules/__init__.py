"""Rules whose absence changes nothing."""
