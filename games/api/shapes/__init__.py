"""What answers look like, for the schema. `games.api.output` builds them; a test holds the two together."""
