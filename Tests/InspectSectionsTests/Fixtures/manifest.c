// A manifest alone.
#include <graft.h>

GRAFT_PLUGIN("Seasons", "2.0", GRAFT_SOURCE("Fixtures/Seasons.swift:1"));
