import Graft

@Courier
protocol P {
  var size: Int { get set }
}
