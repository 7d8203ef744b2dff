@Extensible
protocol Logger {
  func log(_ text: @autoclosure () throws -> String)
  func value<Value>(_ value: @autoclosure () throws -> Value) rethrows -> Value
  func attempt(_ value: @autoclosure () async throws -> Int) async -> Int
}
