/**
 * Values as JSON, whatever other code of the host has done to the prototypes of objects and lists.
 *
 * @module
 */

/**
 * Writes a value as `JSON.stringify` does, but without a `toJSON` that objects or lists have from their common
 * prototypes: old libraries add one (Prototype.js to lists), and what it gives would be signed, stored and sent.
 */
export function jsonText(value: unknown, indent?: number): string {
  // Lists have the members of Object.prototype too.
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
