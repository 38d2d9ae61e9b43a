/**
 * Works something out once per turn of the event loop: one call of a tool or hook asks for several settings, and each
 * look at the files behind them costs about 0.1 ms. Whatever changes meanwhile counts from the next turn on.
 */
export function oncePerTurn<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    if (known === undefined) {
      known = { value: work() };
      setImmediate(() => {
        known = undefined;
      }).unref();
    }
    return known.value;
  };
}
