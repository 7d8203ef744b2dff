@Extensible
protocol Handler {
  func flush()
  var size: Int { get set }
  func log(_ text: String, level: Int) throws
  func other()
}

extension Handler {
  func flush() {}
  var size: Int {
    get { 0 }
    set {}
  }
  func log(_ text: String, level: Int = 1) {}
  func helper() {}
}

extension Handler where Self: Named {
  func other() {}
}
