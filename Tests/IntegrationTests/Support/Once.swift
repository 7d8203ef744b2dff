// SPDX-License-Identifier: Apache-2.0

/// Makes the value of each key once, however many tests ask for it.
actor Once<Key: Hashable & Sendable, Value: Sendable> {
  private var tasks: [Key: Task<Value, any Error>] = [:]

  func value(
    for key: Key, make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let task = tasks[key] { return try await task.value }
    let task = Task { try await make() }
    tasks[key] = task
    return try await task.value
  }
}
