// SPDX-License-Identifier: Apache-2.0

#include <malloc.h>
#include <stddef.h>

size_t allocated_byte_count(void) { return mallinfo2().uordblks; }
