public import Graft

@Extensible
public protocol Weighed {
  func weigh(_ limit: Int) throws -> Int
  var unit: String { get }
}
