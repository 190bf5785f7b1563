"""File formats: open a document, translate it with its layout kept, write it. No Qt, no network."""
