import Graft

@Extensible @OperatorDefaults
package protocol Members: Sendable {
  var title: String { get }
  static var limit: Int { get set }
  var distant: Int { get async throws }
  subscript(index: Int, key key: String) -> String { get set }
  init?(text: String) throws
  static prefix func - (value: Self) -> Self
}
