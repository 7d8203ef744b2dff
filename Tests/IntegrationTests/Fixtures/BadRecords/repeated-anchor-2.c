#include "bad.h"

static record records[] KEEP = {AFTER};
