/**
 * JSON Pointers, which say where in a request a fault is.
 *
 * @module
 */

/** Pointers go into answers: a name of megabytes must not. */
const MAX_NAME_LENGTH = 200

/**
 * Writes a path as a JSON Pointer (RFC 6901), such as `/auditTrail/0/data/a~1b`. The pointer ends before a name of more
 * than 200 characters: it then points at the object that holds it.
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
