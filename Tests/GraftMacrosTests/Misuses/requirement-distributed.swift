@Extensible
public protocol Greeter: DistributedActor {
  distributed func greet() -> String
}
