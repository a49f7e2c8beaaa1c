/**
 * Codes of composite fonts (ISO 32000-2, 9.7.5).
 *
 * @module
 */

/** How the codes of a string are cut, and what each leads to. */
export interface CodeMap {
  readCodes(bytes: Uint8Array, each: (code: number, length: number) => void): void
  /** `undefined` where only the tables of Adobe's character collections would tell. */
  cidOf(code: number): number | undefined
  /** The character of a code in a CMap for a known character set. */
  characterOf(code: number): string | undefined
  readonly isVertical: boolean
}
