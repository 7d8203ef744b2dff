#include <graft_record.h>

#define SAME(name) GRAFT_REQUIREMENT(name, name, "1", name)

GRAFT_PROTOCOL(near_protocol, "Graft.Near", "Graft.NearExtension", "0x1", 14,
               SAME("plain()") SAME("throwing()") SAME("waiting()") SAME("two(_: Int)")
               SAME("two(_: String)") SAME("generic(_:_:)") SAME("item()") SAME("same(_:)")
               SAME("closure(_:)") SAME("größe()")
               GRAFT_REQUIREMENT("get mood", "mood()", "1", "var mood: String { get }")
               SAME("subscript(_:)") SAME("static motto()") SAME("static <=(_:_:)"),
               "Graft/Graft.swift:5");
