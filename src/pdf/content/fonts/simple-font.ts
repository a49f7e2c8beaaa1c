/**
 * Simple fonts other than Type 3 (ISO 32000-2, 9.6): one byte for each glyph.
 *
 * @module
 */
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject } from '../../objects.js'
import type { ContentSource } from '../content-source.js'
import { type ContentFont, type FontFacts, readSingleBytes, remember } from './content-font.js'
import {
  dingbatsEncoding,
  type Encoding,
  encodingByName,
  latinNames,
  standardEncoding,
  symbolEncoding,
} from './encodings.js'
import type { FontProgram } from './font-program.js'
import { type Evidence, type GlyphMeaning, weighEvidence } from './glyph-meaning.js'
import { charactersOfGlyph, isCharacter } from './glyph-names.js'
import { readFontProgram } from './read-font-program.js'
import { type StandardFont, standardFont } from './standard-fonts.js'
import { readToUnicode } from './to-unicode.js'

/** The flag of fonts with signs outside of the standard Latin set (9.8.2, bit 3). */
const SYMBOLIC = 1 << 2

/** Entries of /Differences that are read: every code, with a number in front of each. */
const MAX_DIFFERENCES = 1024

/** Measures of letters where a font says nothing, in ems. */
const USUAL_ASCENT = 0.75
const USUAL_DESCENT = -0.25

/** How the codes of a simple font get names. */
interface SimpleEncoding {
  /** What /Encoding or /BaseEncoding names. */
  readonly base: Encoding | undefined
  readonly differences: ReadonlyMap<number, string>
  /** There is an /Encoding that says something. */
  readonly isGiven: boolean
}

/** A Type 1, MMType1 or TrueType font. */
export function loadSimpleFont(source: ContentSource, dict: PdfDict, facts: FontFacts): ContentFont {
  const descriptor = source.lookupDict(dict, 'FontDescriptor')
  const standard = standardFont(facts.name)
  const encoding = readEncoding(source, dict)
  const faults: string[] = []
  const usual = facts.isEmbedded ? undefined : standard
  const widthOf = readWidths(source, dict, descriptor, encoding, usual, faults)
  return {
    facts,
    vertical: undefined,
    ...readLetterMeasures(source, descriptor),
    faults,
    readCodes: readSingleBytes,
    widthOf,
    ...(usual === undefined
      ? {}
      : { isOddlySpaced: (code) => isOdd(widthOf(code), usualWidth(usual, encoding, code)) }),
    meaningOf: lazyMeaning(source, dict, descriptor, encoding, facts),
    procedures: undefined,
  }
}

/** Ascent and descent in ems, from the descriptor as far as they are sensible. */
export function readLetterMeasures(
  source: ContentSource,
  descriptor: PdfDict | undefined,
): { readonly ascent: number; readonly descent: number } {
  const read = (key: string) => (descriptor === undefined ? undefined : source.lookupNumber(descriptor, key))
  const ascent = (read('Ascent') ?? 0) / 1000
  const descent = -Math.abs(read('Descent') ?? 0) / 1000
  return {
    ascent: ascent > 0.3 && ascent < 1.5 ? ascent : USUAL_ASCENT,
    descent: descent < 0 && descent > -1 ? descent : USUAL_DESCENT,
  }
}

function readEncoding(source: ContentSource, dict: PdfDict): SimpleEncoding {
  const value = source.lookup(dict, 'Encoding')
  if (value instanceof PdfName) {
    const base = encodingByName(value.value)
    return { base, differences: new Map(), isGiven: base !== undefined }
  }
  if (!(value instanceof PdfDict)) return { base: undefined, differences: new Map(), isGiven: false }
  const base = encodingByName(source.lookupName(value, 'BaseEncoding'))
  const differences = readDifferences(source, source.lookup(value, 'Differences'))
  return { base, differences, isGiven: base !== undefined || differences.size > 0 }
}

/** 9.6.5.1: a code, and the names from there on. */
export function readDifferences(source: ContentSource, list: PdfObject): Map<number, string> {
  const differences = new Map<number, string>()
  let code = 0
  for (const item of Array.isArray(list) ? list.slice(0, MAX_DIFFERENCES) : []) {
    const value = source.resolve(item)
    const name = nameOf(value)
    if (name !== undefined) differences.set(code++, name)
    else code = numberOf(value) ?? code
  }
  return differences
}

/** 9.6.2.1: /Widths from /FirstChar, else those of the standard font, else /MissingWidth. */
function readWidths(
  source: ContentSource,
  dict: PdfDict,
  descriptor: PdfDict | undefined,
  encoding: SimpleEncoding,
  standard: StandardFont | undefined,
  faults: string[],
): (code: number) => number {
  const missing = (descriptor === undefined ? 0 : (source.lookupNumber(descriptor, 'MissingWidth') ?? 0)) / 1000
  const list = source.lookup(dict, 'Widths')
  const first = source.lookupNumber(dict, 'FirstChar') ?? 0
  if (Array.isArray(list)) {
    const widths = list.slice(0, 256).map((item) => numberOf(source.resolve(item)))
    return (code) => {
      const width = widths[code - first]
      return width === undefined ? missing : width / 1000
    }
  }
  if (standard === undefined) {
    faults.push('a font has no widths')
    return () => missing
  }
  const base = encoding.base ?? standardBase(standard)
  // The place of a letter hangs on its width, and is asked for over and over.
  return remember((code) => {
    const name = encoding.differences.get(code) ?? base[code]
    return name === undefined ? missing : (standard.widthOf(name) ?? missing)
  })
}

/** Ems by which the width that a file gives a letter of a standard font may be wrong: less than a blank is wide. */
const MAX_WIDTH_ERROR = 0.15

function isOdd(width: number, usual: number | undefined): boolean {
  return usual !== undefined && Math.abs(width - usual) > MAX_WIDTH_ERROR
}

function usualWidth(standard: StandardFont, { base, differences }: SimpleEncoding, code: number): number | undefined {
  const name = differences.get(code) ?? (base ?? standardBase(standard))[code]
  return name === undefined ? undefined : standard.widthOf(name)
}

/** The built-in encoding of a standard font. */
function standardBase(standard: StandardFont): Encoding {
  if (standard.family === 'Symbol') return symbolEncoding()
  return standard.family === 'ZapfDingbats' ? dingbatsEncoding() : standardEncoding()
}

/** The font program and /ToUnicode are read when the first character is asked for. */
function lazyMeaning(
  source: ContentSource,
  dict: PdfDict,
  descriptor: PdfDict | undefined,
  encoding: SimpleEncoding,
  facts: FontFacts,
): (code: number) => GlyphMeaning {
  let evidenceOf: ((code: number) => Evidence) | undefined
  return remember((code) => {
    evidenceOf ??= gatherEvidence(source, dict, descriptor, encoding, facts)
    return weighEvidence(evidenceOf(code))
  })
}

function gatherEvidence(
  source: ContentSource,
  dict: PdfDict,
  descriptor: PdfDict | undefined,
  encoding: SimpleEncoding,
  facts: FontFacts,
): (code: number) => Evidence {
  const claims = readToUnicode(source, dict)
  const claimOf = (code: number) => claims?.get(code)
  const program = descriptor === undefined ? undefined : readFontProgram(source, descriptor)
  if (program === null) {
    return (code) => ({ claimed: claimOf(code), encoded: undefined, drawn: [], isUnreadable: true })
  }
  const flags = descriptor === undefined ? 0 : (source.lookupNumber(descriptor, 'Flags') ?? 0)
  const isSymbolic = (flags & SYMBOLIC) !== 0
  if (program === undefined) {
    const ownName = descriptor === undefined ? undefined : source.lookupName(descriptor, 'FontName')
    return unembedded(encoding, facts, { isSymbolic, ownName }, claimOf)
  }
  if (program.format === 'TrueType') return inTrueType(encoding, program, isSymbolic, claimOf)
  return inNamedFont(encoding, program, claimOf)
}

/** A font that the viewer replaces by one of its own: the names of its encoding are all that there is. */
function unembedded(
  encoding: SimpleEncoding,
  facts: FontFacts,
  { isSymbolic, ownName }: { readonly isSymbolic: boolean; readonly ownName: string | undefined },
  claimOf: (code: number) => string | undefined,
): (code: number) => Evidence {
  const standard = standardFont(facts.name)
  const isDingbats = standard?.family === 'ZapfDingbats'
  // The signs of Wingdings and the like are in no encoding that a file gives.
  const isPicture = standard === undefined && /symbol|dings|webdings|emoji/i.test(facts.name)
  // LibreOffice flags the Latin fonts of forms as symbolic, though they have a Latin encoding: it is a claim then.
  const isDoubtful = standard === undefined && isSymbolic
  const isForeign = isPicture || (isDoubtful && !encoding.isGiven)
  const own = standard === undefined ? standardEncoding() : standardBase(standard)
  const isPictorial = isDingbats || standard?.family === 'Symbol'
  const base = isPictorial ? own : (encoding.base ?? own)
  // PDF.js goes by the name in the descriptor, others by /BaseFont.
  const isForeignLetter = (name: string) => {
    return facts.subtype === 'TrueType' && !DERIVED.test(name) && LETTER.test(charactersOfGlyph(name, false) ?? '')
  }
  const isOtherwiseNamed = ownName !== undefined && bareName(ownName) !== bareName(facts.name)
  return (code) => {
    const name = encoding.differences.get(code) ?? (isForeign && !encoding.isGiven ? undefined : base[code])
    const encoded = isForeign || name === undefined ? undefined : charactersOfGlyph(name, isDingbats)
    // Viewers put a font of their own in its place, in which other glyphs are missing or other ones.
    const isRare = name !== undefined && !isPictorial && !latinNames().has(name) && !isForeignLetter(name)
    return { claimed: claimOf(code), encoded, drawn: [], encodingIsClaim: isDoubtful || isOtherwiseNamed || isRare }
  }
}

/** A letter of any alphabet: the fonts of systems, which are TrueType, have them under these names, as embedded ones have. */
const LETTER = /^\p{L}$/u
/** Names that are built from others or from numbers, of which not every reader makes the same. */
const DERIVED = /[._]|^u(?:ni)?[0-9A-Fa-f]{4,6}$/

/** The name of a font without the prefix of a subset, and without what programs set apart in different ways. */
function bareName(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, '').replace(/[ ,-]|PS(?=MT)|MT/g, '')
}

/** Type 1 and CFF: the name of the code selects the glyph. */
function inNamedFont(
  encoding: SimpleEncoding,
  program: FontProgram,
  claimOf: (code: number) => string | undefined,
): (code: number) => Evidence {
  return (code) => {
    const name =
      encoding.differences.get(code) ?? (encoding.base === undefined ? program.builtIn?.(code) : encoding.base[code])
    const claimed = claimOf(code)
    const encoded = name === undefined ? undefined : charactersOfGlyph(name)
    if (!program.hasNames) return { claimed, encoded, drawn: [], encodingIsClaim: true }
    const glyph = name === undefined ? undefined : program.glyphByName(name)
    const isBlank = (encoded ?? claimed ?? '').trim() === '' && (encoded ?? claimed) !== undefined
    if (glyph === undefined) return { claimed, encoded, drawn: [], isMissing: !isBlank }
    return { claimed, encoded, drawn: charactersOf(program.codePointsOf(glyph)), height: program.heightOf(glyph) }
  }
}

/** 9.6.5.4. */
function inTrueType(
  encoding: SimpleEncoding,
  program: FontProgram,
  isSymbolic: boolean,
  claimOf: (code: number) => string | undefined,
): (code: number) => Evidence {
  return (code) => {
    const name = encoding.isGiven
      ? (encoding.differences.get(code) ?? (encoding.base ?? standardEncoding())[code])
      : undefined
    const encoded = name === undefined ? undefined : charactersOfGlyph(name)
    const claimed = claimOf(code)
    const byCode = program.glyphByCode(code)
    const byName = name === undefined ? undefined : glyphOfName(program, name, encoded)
    const glyph = isSymbolic || !encoding.isGiven ? (byCode ?? byName) : (byName ?? byCode)
    if (glyph === undefined || glyph === 0 || glyph >= program.glyphCount) {
      const isBlank = (encoded ?? claimed ?? 'x').trim() === ''
      return { claimed, encoded, drawn: [], isMissing: !isBlank }
    }
    const drawn = drawnBy(program, glyph)
    return { claimed, encoded, drawn, encodingIsClaim: glyph !== byName, height: program.heightOf(glyph) }
  }
}

function glyphOfName(program: FontProgram, name: string, characters: string | undefined): number | undefined {
  const codePoint = characters?.codePointAt(0)
  const byUnicode = codePoint === undefined ? undefined : program.glyphByCodePoint(codePoint)
  if (byUnicode !== undefined) return byUnicode
  return program.glyphByName(name) ?? /^(?:g|gid|glyph|cid)(\d{1,5})$/i.exec(name)?.slice(1).map(Number)[0]
}

/** Characters that the tables of a font program give a glyph: its character map, and its name. */
export function drawnBy(program: FontProgram, glyph: number): string[] {
  const name = program.nameOf(glyph)
  const named = name === undefined ? undefined : charactersOfGlyph(name)
  const mapped = charactersOf(program.codePointsOf(glyph))
  return named === undefined ? mapped : [...mapped, named]
}

function charactersOf(codePoints: readonly number[]): string[] {
  return codePoints.filter(isCharacter).map((point) => String.fromCodePoint(point))
}
