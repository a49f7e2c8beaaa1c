/** Fonts whose characters are pictures at private codes. */
export type SymbolSet = 'symbol' | 'wingdings'

/** From a code of the font, U+F020 to U+F0FF or the same without U+F000, to the character that shows it; 0 for none. */
export function symbolCharacter(_set: SymbolSet): (codePoint: number) => number {
  return () => 0
}
