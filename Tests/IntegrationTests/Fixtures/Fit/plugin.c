// A plug-in in C, which says of itself what the flags of its compilation say.
#include <graft.h>

GRAFT_PLUGIN("CPlugin", "1.0", GRAFT_NEEDS("fit-host 2"), GRAFT_SOURCE("plugin.c:4"));
#ifdef TWICE
GRAFT_PLUGIN("CPlugin", "2.0", GRAFT_SOURCE("plugin.c:6"));
#endif
#ifdef MISSING
extern int fit_absent(void);
int fit_present(void) { return fit_absent(); }
#endif
