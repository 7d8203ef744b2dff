import Graft

public enum Outer {
  @Extensible
  public protocol Nested {
    func f(_ value: Int) -> String
    func f(_ value: String) -> String
    var allCases: Int { get }
  }
}
