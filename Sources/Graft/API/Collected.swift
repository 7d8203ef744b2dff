// SPDX-License-Identifier: Apache-2.0

/// A protocol whose requirements are collected and not called: an extensible protocol that
/// refines this one. No plug-in is refused for a conflict in it, since `implementations(of:)`
/// takes all that would be in conflict in a call.
public protocol Collected {}
