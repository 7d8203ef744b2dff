// A C target has headers; this one has nothing to declare.
