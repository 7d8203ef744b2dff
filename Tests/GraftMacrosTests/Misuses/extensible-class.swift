@Extensible
public class Greeter {
  func greet() {}
}
