#include "bad.h"

MIDDLE(TEXT("Middle"), .kind = 77);
