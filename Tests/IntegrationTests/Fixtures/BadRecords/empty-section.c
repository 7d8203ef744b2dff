// An anchor without records.

#include <graft.h>
