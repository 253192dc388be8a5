"""What an encounter is: frozen values, edits and differences. Owns the nouns; knows no rule."""
