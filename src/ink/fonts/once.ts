/**
 * Tables that are made when they are first asked for.
 *
 * @module
 */

/** A function that makes its value at the first call and returns the same one from then on. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
