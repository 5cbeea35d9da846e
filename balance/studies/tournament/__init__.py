"""All strategies of one side against all of the other."""
