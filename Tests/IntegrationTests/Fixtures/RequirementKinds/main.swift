import Graft
import RequirementChecks

// Only the image that is opened here has extensions.
_ = try ExtensionImage.load(CommandLine.arguments[1])
let failures = await failedRequirementChecks()
print(failures.isEmpty ? "all are answered" : failures.joined(separator: "\n"))
