@Extensible
protocol Extended {
  associatedtype Base
  var tools: Tools<Base> { get }
  static var tools: Tools<Base>.Type { get }
}

extension Extended {
  var tools: Tools<Self> { Tools(self) }
  var others: Int { 0 }
}
