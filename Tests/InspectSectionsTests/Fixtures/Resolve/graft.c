#include <graft_record.h>

#ifndef MODULE
#define MODULE "Graft"
#endif

GRAFT_PROTOCOL(greeter_protocol, MODULE ".Greeter", MODULE ".GreeterExtension", "0x1", 3,
               GRAFT_REQUIREMENT("greet(_:)", "greet(_:)", "1", "func greet(_ other: String)")
               GRAFT_REQUIREMENT("farewell(_:)", "farewell(_:)", "2", "func farewell(_ other: String)")
               GRAFT_REQUIREMENT("static motto()", "static motto()", "3", "static func motto()"),
               "Graft/Graft.swift:6");
