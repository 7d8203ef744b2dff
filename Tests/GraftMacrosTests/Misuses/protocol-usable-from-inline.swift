@Extensible @usableFromInline
protocol Greeter { func greet() }
