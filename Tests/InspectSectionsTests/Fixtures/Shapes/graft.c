#include <graft_record.h>

GRAFT_PROTOCOL(shape_protocol, "Graft.Shape", "Graft.ShapeExtension", "0x1", 1,
               GRAFT_REQUIREMENT("area()", "area()", "1", "func area() -> Int"),
               "Graft/Graft.swift:5");
