"""The atlas: every pair of weight matrices with entries in a finite set, decided."""
