"""The account half of the API, and what all of it shares: parsing, tokens, errors, the description."""
