"""What people look at: MathML, pictures, the report. Everything is printed from the data, never by hand."""
