#include <graft.h>

GRAFT_DLOPEN("pdf", "Prints 'PDF'", suggested, "libpoppler.so.2", "libpoppler.so.1");
GRAFT_DLOPEN("redaction", "Blackens names", recommended, "libRedact.so");
