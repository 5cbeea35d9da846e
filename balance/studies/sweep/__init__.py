"""The balance along the values of parameters."""
