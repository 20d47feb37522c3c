"""The untrusted search: everything it finds passes the kernel before it is shown."""
