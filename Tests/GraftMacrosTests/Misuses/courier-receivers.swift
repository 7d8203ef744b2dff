import Graft

@Courier
protocol P {
  var receivers: [Int] { get }
}
