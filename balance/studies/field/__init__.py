"""Who plays where a study names nobody, and what its answer says pairing by pairing."""
