#include "bad.h"

MIDDLE(TEXT("Middle"), .version = 9);
