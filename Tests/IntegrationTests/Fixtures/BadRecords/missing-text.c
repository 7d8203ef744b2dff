#include "bad.h"

MIDDLE(TEXT("Middle"), .constraint_count = 9);
