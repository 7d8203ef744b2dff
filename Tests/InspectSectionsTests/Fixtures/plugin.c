// A plug-in that says what it is, and what it needs, beside an extension.
#include <graft.h>

void *festive_greeting(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(festive_greeting, "Greeter", "Fixtures.FestiveGreeting",
                GRAFT_IMPLEMENTS("greet(_:)"), GRAFT_SOURCE("Fixtures/Festive.swift:9"));

void *lifecycle(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_PLUGIN("Holidays", "1.2.0-beta", GRAFT_NEEDS("greetings-host 2.1", "calendar"),
             GRAFT_LIFECYCLE(lifecycle), GRAFT_SOURCE("Fixtures/Holidays.swift:3"));
