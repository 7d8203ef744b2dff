#include "bad.h"

MIDDLE("Greeter\0Bad.Middle\0greet()\0a source that goes on to the very end!",
       .flags = 0);
