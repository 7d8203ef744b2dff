// Without Graft.
int answer(void) { return 42; }
