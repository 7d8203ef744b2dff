#include "bad.h"

MIDDLE(TEXT("Middle"), .accessor = {0});
