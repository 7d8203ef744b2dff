@Advisable((any Greeter).self)
func greet(_ other: String) -> String { "Hello" }
