#include <graft_record.h>

GRAFT_PROTOCOL(greeter_protocol, "Graft.Greeter", "Graft.GreeterExtension", "0x1", 2,
               GRAFT_REQUIREMENT("greet()", "greet()", "1", "func greet()")
               GRAFT_REQUIREMENT("farewell()", "farewell()", "2", "func farewell()"),
               "Graft/Graft.swift:6");
