// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GraftPlugins

@Suite("The order of plug-ins that need one another")
struct PluginOrderTests {
  private func order(_ files: [(String, soname: String?, needed: [String])]) -> PluginOrder {
    PluginOrder(
      files.map { PluginOrder.File(path: "/opt/" + $0.0, soname: $0.soname, needed: $0.needed) })
  }

  @Test("Without needs, they stay as they came; libraries of others are not waited for")
  func unrelated() {
    let order = order([("a.so", nil, ["libc.so.6"]), ("b.so", nil, ["libc.so.6", "libm.so.6"])])
    #expect(order.order == [0, 1])
    #expect(order.dependencies.map { $0.map(\.files) } == [[], []])
  }

  @Test("What is needed comes first, by its SONAME, its file's name, or a path")
  func needed() {
    let order = order([
      ("a.so", nil, ["libd.so.1", "/build/c.so"]), ("b.so", nil, ["a.so"]), ("c.so", nil, []),
      ("d.so", "libd.so.1", ["c.so"]),
    ])
    #expect(order.order == [2, 3, 0, 1])
    #expect(order.dependencies.map { $0.map(\.files) } == [[[3], [2]], [[0]], [], [[2]]])
  }

  @Test("A cycle is gone through once, behind what it needs outside of it")
  func cycle() {
    let order = order([
      ("a.so", nil, ["b.so"]), ("b.so", nil, ["c.so", "d.so"]), ("c.so", nil, ["a.so", "c.so"]),
      ("d.so", nil, []),
    ])
    #expect(order.order == [2, 3, 1, 0])
    #expect(order.dependencies.map { $0.map(\.files) } == [[[1]], [[2], [3]], [[0]], []])
  }

  @Test("All that have a name come before what needs it")
  func severalOfOneName() {
    let order = order([
      ("a.so", nil, ["libz.so"]), ("y.so", "libz.so", []), ("z.so", "libz.so", ["libz.so"]),
    ])
    #expect(order.order == [1, 2, 0])
    #expect(order.dependencies.map { $0.map(\.files) } == [[[1, 2]], [], []])
  }

  @Test("A chain as long as a large folder")
  func chain() {
    let count = 100_000
    let order = order((0..<count).map { ("\($0).so", nil, ["\($0 + 1).so"]) })
    #expect(order.order == (0..<count).reversed())
  }
}
