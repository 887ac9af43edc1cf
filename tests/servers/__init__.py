"""The real servers that tests run against. Each ends with the test run that started it, however that ends."""
