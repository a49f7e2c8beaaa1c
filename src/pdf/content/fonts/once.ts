/**
 * Tables that are made when they are first asked for.
 *
 * @module
 */

/** A function that makes its value at the first call and gives that one ever after. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
