import Graft
import ShopAPI

// Its arguments are plug-ins.
for path in CommandLine.arguments.dropFirst() { _ = try ExtensionImage.load(path) }

print(try Cart(items: ["tea", "bread"]).ship(to: "Elm Street 1"))
do {
  print(try Cart(items: ["rice"]).ship(to: ""))
} catch {
  print("not shipped: \(error)")
}

let van = Van()
async let tea = Cart(items: ["tea"]).deliver(by: van)
async let rice = Cart(items: ["rice"]).deliver(by: van)
print(await tea)
print(await rice)
