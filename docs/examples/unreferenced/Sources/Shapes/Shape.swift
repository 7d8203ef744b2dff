public import Graft

@Extensible
public protocol Shape {
  @Required var sideCount: Int { get }
  func described() -> String
}
