// Nothing yet: `swift package emit-shim` writes it.
