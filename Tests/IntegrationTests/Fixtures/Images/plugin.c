// A plug-in in C, which says of itself what the flags of its compilation say.
#include <graft.h>

#ifdef NAME
GRAFT_PLUGIN(NAME, VERSION, GRAFT_NEEDS(NEEDED), GRAFT_SOURCE("plugin.c:1"));
#endif
#ifdef TWICE
GRAFT_PLUGIN(NAME, "9", GRAFT_SOURCE("plugin.c:2"));
#endif
#ifndef NAME
int nothing;
#endif
#ifdef UNDEFINED
extern int nobody_defines_this(void);
int (*address)(void) = nobody_defines_this;
#endif
#ifdef RUNS
#include <stdlib.h>

__attribute__((constructor)) static void run(void) { setenv("GRAFT_TEST_RUNS", "1", 1); }
#endif
