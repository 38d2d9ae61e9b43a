/** Makes a value once, when it is first asked for: what few uses need is no part of every start. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
