"""What a client may send, checked before anything is looked up. An unknown field is refused: it is a typing mistake."""
