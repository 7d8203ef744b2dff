// swift-tools-version: 6.3

import PackageDescription

// The same program without Graft: what the plug-ins do is compiled into it.
let package = Package(name: "PlainLogs", targets: [.executableTarget(name: "plain-logs")])
