"""What the kernel costs on bare metal: the page kernel/footprint.md."""
