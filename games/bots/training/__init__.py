"""How the weights of the linear policy are made (docs/bots.md has the recipe). Nothing here is used to play."""
