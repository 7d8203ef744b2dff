import GraftCourier

@Courier
public protocol ScrollDelegate: AnyObject {
  func didScroll(to offset: Int)
  var isZoomable: Bool { get }
  var title: String { get set }
}

@Courier(concurrent: true)
protocol Loader: Sendable {
  func load(_ name: String) async throws -> [UInt8]
  func size(of name: String) async throws(LoadError) -> Int
  func clear() async
}

@Courier
@Extensible
protocol Kinds {
  @discardableResult
  func first<Value>(
    _ values: [Value], where matches: (Value) throws -> Bool
  ) rethrows -> Value?
  subscript(row: Int) -> String? { get throws }
  func parse(_ text: String) throws(LoadError) -> Int
  func parse(_ number: Int) throws
  func fill(_ buffer: inout [Int], with delivery: Int, _: @autoclosure () -> Int) async
}
