#include <graft.h>

void *traditions_host_greeting(const graft_request *);
GRAFT_EXTENSION(traditions_host_greeting, "Greeter", "Traditions.HostGreeting",
                GRAFT_CONSTRAINTS("Host"), GRAFT_IMPLEMENTS("greet(_:)"),
                GRAFT_SOURCE("Traditions/Traditions.swift:5"));

void *traditions_animal_greeting(const graft_request *);
GRAFT_EXTENSION(traditions_animal_greeting, "Greeter", "Traditions.AnimalGreeting",
                GRAFT_CONSTRAINTS("Animal"), GRAFT_IMPLEMENTS("greet(_:)"),
                GRAFT_SOURCE("Traditions/Traditions.swift:12"));
