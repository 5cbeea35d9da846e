"""What happened in the games: when, where and why."""
