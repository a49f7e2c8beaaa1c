/**
 * Mathematical letters, such as bold or script ones, as separate characters of Unicode.
 *
 * @module
 */

/** First characters of each variant (Unicode, Mathematical Alphanumeric Symbols): capitals, small letters, digits. */
const VARIANTS: ReadonlyMap<string, readonly [capitals: number, small: number, digits?: number]> = new Map([
  ['bold', [0x1d400, 0x1d41a, 0x1d7ce]],
  ['italic', [0x1d434, 0x1d44e]],
  ['bold-italic', [0x1d468, 0x1d482]],
  ['script', [0x1d49c, 0x1d4b6]],
  ['bold-script', [0x1d4d0, 0x1d4ea]],
  ['fraktur', [0x1d504, 0x1d51e]],
  ['double-struck', [0x1d538, 0x1d552, 0x1d7d8]],
  ['bold-fraktur', [0x1d56c, 0x1d586]],
  ['sans-serif', [0x1d5a0, 0x1d5ba, 0x1d7e2]],
  ['monospace', [0x1d670, 0x1d68a, 0x1d7f6]],
])

/** Letters that Unicode had before the mathematical alphabets, and that are left out there. */
const EXCEPTIONS: ReadonlyMap<number, number> = new Map([
  [0x1d455, 0x210e],
  [0x1d49d, 0x212c],
  [0x1d4a0, 0x2130],
  [0x1d4a1, 0x2131],
  [0x1d4a3, 0x210b],
  [0x1d4a4, 0x2110],
  [0x1d4a7, 0x2112],
  [0x1d4a8, 0x2133],
  [0x1d4ad, 0x211b],
  [0x1d4ba, 0x212f],
  [0x1d4bc, 0x210a],
  [0x1d4c4, 0x2134],
  [0x1d506, 0x212d],
  [0x1d50b, 0x210c],
  [0x1d50c, 0x2111],
  [0x1d515, 0x211c],
  [0x1d51d, 0x2128],
  [0x1d53a, 0x2102],
  [0x1d53f, 0x210d],
  [0x1d545, 0x2115],
  [0x1d547, 0x2119],
  [0x1d548, 0x211a],
  [0x1d549, 0x211d],
  [0x1d551, 0x2124],
])

/** Replaces Latin letters and digits by those of a `mathvariant`. Other text, and unknown variants, stay unchanged. */
export function toMathAlphabet(text: string, variant: string | undefined): string {
  const starts = VARIANTS.get(variant ?? '')
  if (starts === undefined) return text
  const [capitals, small, digits] = starts
  return text.replace(/[A-Za-z\d]/g, (letter) => {
    const code = letter.charCodeAt(0)
    if (code < 0x3a) return digits === undefined ? letter : String.fromCodePoint(digits + code - 0x30)
    const styled = code < 0x5b ? capitals + code - 0x41 : small + code - 0x61
    return String.fromCodePoint(EXCEPTIONS.get(styled) ?? styled)
  })
}
