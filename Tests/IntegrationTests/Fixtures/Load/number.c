// What differs between copies of the plug-in, for the test to overwrite.
#include <graft.h>
#include <stdint.h>

const volatile intptr_t graft_test_number = 0x4772616674303030;
intptr_t plugin_number(void) { return graft_test_number; }

void *numbering(const graft_request *);
GRAFT_EXTENSION(numbering, "Numbered", "LoadPlugin.Numbering000",
                GRAFT_IMPLEMENTS("number()", "numbers()", "count()"), GRAFT_PRIORITY(1196509810));
