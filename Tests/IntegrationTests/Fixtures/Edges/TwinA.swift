public import EdgesAPI
import Graft

extension Wolf: @retroactive Greeter {}

@c(twin_a)
public func twinA() { print("A \(Wolf().greet())") }

@c(twin_a_resolution)
public func twinAResolution() { print(GreeterExtension<Wolf>.resolution) }
