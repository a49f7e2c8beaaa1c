/**
 * Creates values when they are first asked for, and keeps them.
 *
 * @module
 */

/** Common methods of Map and WeakMap. */
interface Kept<K, V> {
  get(key: K): V | undefined
  has(key: K): boolean
  set(key: K, value: V): unknown
}

/** The value of a key, which is made when it is missing. */
export function getOrMake<K, V>(map: Kept<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key)
  if (known !== undefined || map.has(key)) return known as V
  const value = make(key)
  map.set(key, value)
  return value
}

/** A function that makes its value at the first call and returns the same one from then on. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** A function whose results are kept. */
export function remember<T>(make: (code: number) => T): (code: number) => T {
  const known = new Map<number, T>()
  return (code) => {
    let value = known.get(code)
    if (value === undefined) {
      value = make(code)
      known.set(code, value)
    }
    return value
  }
}
