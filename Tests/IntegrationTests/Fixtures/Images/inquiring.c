// Runs Swift in a constructor, after those of its own image.
void inquire(void);
static __attribute__((constructor)) void ask(void) { inquire(); }
