// A third extension, in a file of its own; other builds of it say -D.
#include <graft.h>

#ifndef WANTED_PRIORITY
#define WANTED_PRIORITY 10
#endif
#ifndef WANTED_NAME
#define WANTED_NAME "Fixtures.HolidayGreeting"
#endif

void *holiday_greeting(const graft_request *request) { return (void)request, (void *)0; }
GRAFT_EXTENSION(holiday_greeting, "Greeter", WANTED_NAME, GRAFT_IMPLEMENTS("greet(_:)"),
                GRAFT_PRIORITY(WANTED_PRIORITY), GRAFT_SOURCE("Fixtures/Holidays.swift:1"));
