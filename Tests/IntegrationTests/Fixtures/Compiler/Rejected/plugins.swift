// SPDX-License-Identifier: Apache-2.0

import Graft

enum Forgotten: ImageLifecycle {}  // error: nothing calls a type without @Plugin

@Plugin(name: "One", version: "1.0")
public enum One: ImageLifecycle {}

@Plugin(name: "Two", version: "1.0")
enum Two {}  // error: invalid redeclaration of '_onePluginPerModule'
