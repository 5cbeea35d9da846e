"""What an ability is worth."""
