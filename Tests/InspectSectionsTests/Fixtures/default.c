// The defaults that a protocol's author has written, and an extension.
#include <graft.h>
#include <stdint.h>

void *author_default(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(author_default, "Greeter", "Fixtures.Greeter@Greeter.swift:9",
                GRAFT_IMPLEMENTS("greet(_:)"), GRAFT_PRIORITY(INT32_MIN),
                GRAFT_SOURCE("Fixtures/Greeter.swift:9"));

void *low_greeting(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(low_greeting, "Greeter", "Fixtures.LowGreeting", GRAFT_IMPLEMENTS("greet(_:)"),
                GRAFT_PRIORITY(-2147483647), GRAFT_SOURCE("Fixtures/Low.swift:3"));
