"""Reading and writing of files, and where those of the product are."""
