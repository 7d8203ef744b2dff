public import EdgesAPI
import Graft

extension Wolf: @retroactive Greeter {}

@c(twin_b)
public func twinB() { print("B \(Wolf().greet())") }

@c(twin_b_resolution)
public func twinBResolution() { print(GreeterExtension<Wolf>.resolution) }
