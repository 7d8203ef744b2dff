// Preloaded into a program: has the oracle asked when that ends. What starts the program
// has it too.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void oracle_report(const char *path);

static void report(void) { oracle_report(getenv("ORACLE")); }

__attribute__((constructor)) static void begin(void) {
  char own[4096] = "";
  const char *program = getenv("ORACLE_PROGRAM");
  if (program == NULL || readlink("/proc/self/exe", own, sizeof own - 1) < 0) return;
  if (strcmp(own, program) == 0) atexit(report);
}
