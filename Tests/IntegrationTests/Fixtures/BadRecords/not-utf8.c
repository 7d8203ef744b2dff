#include "bad.h"

MIDDLE(TEXT("Mi\xff\xfe" "ddle"), .flags = 0);
