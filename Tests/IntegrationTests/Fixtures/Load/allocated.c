// What malloc has given out, in bytes.
#include <malloc.h>

size_t allocated_byte_count(void) { return mallinfo2().uordblks; }
