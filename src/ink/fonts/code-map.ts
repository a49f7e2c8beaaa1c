/**
 * Codes of composite fonts (ISO 32000-2, 9.7.5).
 *
 * @module
 */

/** How a string is cut into codes, and what each code stands for. */
export interface CodeMap {
  readCodes(bytes: Uint8Array, each: (code: number, length: number) => void): void
  /** `undefined` where only the tables of Adobe's character collections could say. */
  cidOf(code: number): number | undefined
  /** The character of a code in a CMap for a known character set. */
  characterOf(code: number): string | undefined
  readonly isVertical: boolean
}
