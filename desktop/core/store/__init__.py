"""Files: YAML, schema, migrations, fight files, and where things are."""
