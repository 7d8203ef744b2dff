// A host that names what it opens.
#include <graft.h>

GRAFT_DLOPEN("pdf", "Prints PDF, page by page", suggested, "libpoppler.so.2", "libpoppler.so.1");
GRAFT_DLOPEN("redaction", "Blackens names", recommended, "libRedact.so");
