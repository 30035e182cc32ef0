"""The use cases of the site: one function for each thing a person does, in one transaction."""
