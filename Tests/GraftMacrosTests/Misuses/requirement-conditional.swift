@Extensible
public protocol Greeter {
  func greet()
  #if DEBUG
    func farewell()
  #endif
}
