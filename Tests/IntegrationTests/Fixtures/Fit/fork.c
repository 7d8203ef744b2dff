// Swift does not import the function.
#include <unistd.h>

int fit_fork(void) { return fork(); }
