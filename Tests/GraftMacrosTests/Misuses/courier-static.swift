import Graft

@Courier
protocol P {
  static func make() -> Int
}
