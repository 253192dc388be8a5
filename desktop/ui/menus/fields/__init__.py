"""What one types into: fields that hand over one value a gesture, and forms made of them.

Shared by the inspector and the dialogs. A field knows no document; a sheet has a source.
"""
