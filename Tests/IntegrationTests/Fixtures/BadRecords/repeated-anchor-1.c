#include "bad.h"

static record records[] KEEP = {BEFORE};
