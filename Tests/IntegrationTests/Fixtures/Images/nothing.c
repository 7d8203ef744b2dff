// For other architectures: needs no header.
int nothing(void) { return 0; }
