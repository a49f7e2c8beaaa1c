/**
 * JSON Pointers, which name the place of a fault in a request.
 *
 * @module
 */

/** Longest name in a pointer, in characters. Pointers are part of responses, which must stay small. */
const MAX_NAME_LENGTH = 200

/**
 * Writes a path as a JSON Pointer (RFC 6901), for example `/auditTrail/0/data/a~1b`. The pointer ends before a name of more
 * than 200 characters, and then means the object that has this name.
 */
export function toJsonPointer(path: readonly PropertyKey[]): string {
  let pointer = ''
  for (const part of path) {
    const name = String(part)
    if (name.length > MAX_NAME_LENGTH) break
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return pointer
}
