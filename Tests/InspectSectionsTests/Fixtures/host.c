// What needs a library with Graft's loader.
int main(void) { return 0; }
