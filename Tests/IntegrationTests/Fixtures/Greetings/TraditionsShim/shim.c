// The records of Traditions's extensions. Written by `swift package emit-shim` from its
// sources: change those, and run it again.

#include <graft.h>

void *traditions_host_greeting(const graft_request *);
GRAFT_EXTENSION(traditions_host_greeting, "Greeter", "Traditions.HostGreeting",
                GRAFT_CONSTRAINTS("Host"),
                GRAFT_IMPLEMENTS("greet(_:)"),
                GRAFT_SOURCE("Traditions/Traditions.swift:10"));

void *traditions_animal_greeting(const graft_request *);
GRAFT_EXTENSION(traditions_animal_greeting, "Greeter", "Traditions.AnimalGreeting",
                GRAFT_CONSTRAINTS("Animal"),
                GRAFT_IMPLEMENTS("greet(_:)"),
                GRAFT_SOURCE("Traditions/Traditions.swift:18"));
