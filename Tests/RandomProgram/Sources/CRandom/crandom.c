/* SPDX-License-Identifier: Apache-2.0 */
#include "crandom.h"

#include <unistd.h>

int random_fork(void) { return fork(); }
