// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>

/// What this thread has had of the processor, in seconds.
double figures_processor_seconds(void);

/// What malloc has handed out, in bytes.
size_t figures_malloc_byte_count(void);
