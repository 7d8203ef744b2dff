import Graft
import Mail

struct Invoice: Mail {}
struct Newsletter: Mail {}

print(Invoice().send(to: "ann@example.org"))
print(Newsletter().send(to: "ann@example.org"))
for exclusion in MailExtension<Newsletter>.resolution["send(to:)"]!.exclusions {
  print("Newsletter: not \(exclusion.extension.name), since \(exclusion.reason)")
}
