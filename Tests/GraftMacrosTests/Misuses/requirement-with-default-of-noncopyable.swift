@Extensible
protocol Handler: ~Copyable { func flush() }

extension Handler where Self: ~Copyable {
  func flush() {}
}
