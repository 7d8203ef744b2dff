// Memory that the dynamic linker places where every thread has it from the start.
__thread char fit_bytes[BYTE_COUNT] __attribute__((tls_model("initial-exec")));
char *fit_start(void) { return fit_bytes; }
