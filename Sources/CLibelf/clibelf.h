// SPDX-License-Identifier: Apache-2.0

#ifndef CLIBELF_H
#define CLIBELF_H

#include <gelf.h>
#include <libelf.h>

#endif
