import Graft

#dlopenNote(feature: "pdf", description: "Prints PDF")
