// An image of the made fleet: two extensions, of which a later build can lose the second.
#include <graft.h>

void *first(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(first, PROTOCOL, NAME ".First", GRAFT_CONSTRAINTS("Named"),
                GRAFT_IMPLEMENTS("answer(_:)"), GRAFT_PRIORITY(FIRST_PRIORITY),
                GRAFT_SOURCE(NAME "/First.swift:1"));

#ifndef LOST
void *second(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(second, "Audit", NAME ".Second", GRAFT_IMPLEMENTS("record(_:)"),
                GRAFT_PRIORITY(SECOND_PRIORITY), GRAFT_SOURCE(NAME "/Second.swift:1"));
#endif
