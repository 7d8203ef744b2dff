import Graft

let priority = DlopenPriority.required

#dlopenNote("libpoppler.so.2", feature: "pdf", description: "Prints PDF", priority: priority)
#dlopenNote("libpoppler.so.2", feature: "pdf", description: "Prints PDF", priority: .needed)
