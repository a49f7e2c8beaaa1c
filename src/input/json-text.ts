/**
 * Writes values as JSON, whatever other code of the host has added to the prototypes of objects and arrays.
 *
 * @module
 */

/**
 * Writes a value like `JSON.stringify`, but ignores a `toJSON` in the common prototypes of objects or arrays. Old libraries
 * add one (Prototype.js to arrays), and its result would be signed, stored and sent.
 */
export function jsonText(value: unknown, indent?: number): string {
  // Arrays also inherit the members of Object.prototype.
  return JSON.stringify(value, 'toJSON' in Array.prototype ? withoutAdded : undefined, indent)
}

function withoutAdded(this: unknown, key: string, value: unknown): unknown {
  const original: unknown = Reflect.get(this as object, key)
  if (typeof original !== 'object' || original === null) return value
  const conversion: unknown = Reflect.get(original, 'toJSON')
  const isAdded = [Array.prototype, Object.prototype].some(
    (prototype) => Reflect.get(prototype, 'toJSON') === conversion,
  )
  return isAdded ? original : value
}
