/**
 * Counts the characters that leave ink.
 *
 * @module
 */

/** Counts the characters of a text that leave ink: no white space, no marks that only steer the layout. */
export function countVisible(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) if (isVisible(text.charCodeAt(index))) count++
  return count
}

function isVisible(code: number): boolean {
  if (code <= 0x20) return false
  if (code < 0xad) return code < 0x7f || code > 0xa0
  if (code === 0xad || code === 0x61c || code === 0x1680 || code === 0x180e || code === 0x3000 || code === 0xfeff)
    return false
  if (code < 0x2000) return true
  // The second half of a pair counts with the first.
  if (code >= 0xdc00 && code <= 0xdfff) return false
  return !(code <= 0x200f || (code >= 0x2028 && code <= 0x202f) || (code >= 0x205f && code <= 0x206f))
}
