"""What is stored: rows and their bytes, the chain of hashes, lines and branches, packs."""
