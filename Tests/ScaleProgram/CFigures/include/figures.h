// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>

/// What malloc has handed out, in bytes.
size_t figures_malloc_byte_count(void);
