"""The staff of Army Group South: it turns a plan into moves and attacks that the rules allow."""
