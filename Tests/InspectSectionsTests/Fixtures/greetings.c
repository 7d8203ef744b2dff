// Two extensions of Greeter: a default, and a constrained one with all parts.
#include <graft.h>

void *plain_greeting(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(plain_greeting, "Greeter", "Fixtures.PlainGreeting",
                GRAFT_IMPLEMENTS("greet(_:)", "farewell(_:)"),
                GRAFT_SOURCE("Fixtures/Plain.swift:3"));

void *named_greeting(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(named_greeting, "Greeter", "Fixtures.NamedGreeting",
                GRAFT_CONSTRAINTS("Named", "Subject.Item == Int"),
                GRAFT_IMPLEMENTS("greet(_:)"), GRAFT_PRIORITY(-3), GRAFT_PREDICATE,
                GRAFT_SOURCE("Fixtures/Named.swift:7"));
