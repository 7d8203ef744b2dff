@Extensible
protocol Point {
  var x: Int { get set }
  var X: Int { get set }
}
