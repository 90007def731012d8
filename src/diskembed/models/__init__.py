"""What is trained: disks and their peers, one file each."""
