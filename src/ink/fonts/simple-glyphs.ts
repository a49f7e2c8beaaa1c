/**
 * Embedded font programs (ISO 32000-2, 9.9), and the glyphs of simple fonts (9.6.5): the characters of codes, and what is painted
 * for them.
 *
 * @module
 */

import { type Box, uniteBoxes } from '../../pdf/matrix.js'
import { type PdfDict, PdfStream } from '../../pdf/objects.js'
import type { ContentBudget } from '../content/content-budget.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import type { ContentSource } from '../content/content-source.js'
import { readType1Program } from '../rare-parts.js'
import { once } from '../remember.js'
import { readCffProgram } from './cff-program.js'
import { readToUnicode } from './cmap.js'
import { type FontFacts, type FontProgram, heightOf } from './content-font.js'
import {
  dingbatsEncoding,
  type Encoding,
  encodingByName,
  latinNames,
  standardEncoding,
  symbolEncoding,
} from './encodings.js'
import { type Evidence, sameCharacters } from './glyph-meaning.js'
import { charactersOfGlyph, isCharacter } from './glyph-names.js'
import type { GlyphOutline } from './outlines/glyph-outline.js'
import { type StandardFont, standardFont } from './standard-fonts.js'
import { readTrueTypeProgram } from './true-type-program.js'

/** The font program in a descriptor; `undefined` when there is none, `null` when it cannot be read. */
export function readFontProgram(source: ContentSource, descriptor: PdfDict): FontProgram | undefined | null {
  for (const key of ['FontFile', 'FontFile2', 'FontFile3']) {
    const stream = source.lookup(descriptor, key)
    if (!(stream instanceof PdfStream)) continue
    const bytes = source.decode(stream, CONTENT_LIMITS.maxBigEndianBytes)
    if (bytes === undefined) return null
    try {
      return readProgram(bytes, source.budget)
    } catch {
      return null
    }
  }
  return undefined
}

/** True when a descriptor embeds a font program, readable or not. */
export function isEmbedded(source: ContentSource, descriptor: PdfDict | undefined): boolean {
  if (descriptor === undefined) return false
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => source.lookup(descriptor, key) instanceof PdfStream)
}

/** Recognises the kind of program by its bytes, as viewers do, and not by its key. */
function readProgram(bytes: Uint8Array, budget: ContentBudget): FontProgram | null {
  const [a = 0, b = 0] = bytes
  // `%!` begins a text program, the other header a binary one.
  if ((a === 0x25 && b === 0x21) || (a === 0x80 && b === 0x01)) return readType1Program(bytes, budget)
  if (a === 0x01 && b === 0x00 && (bytes[2] ?? 0) <= 32) return readCffProgram(bytes, budget)
  return readTrueTypeProgram(bytes, budget)
}

/** The flag of fonts with signs outside of the standard Latin set (9.8.2, bit 3). */
const SYMBOLIC = 1 << 2
/** The flag of fonts without small letters (bit 17). PDFium shows capitals for codes of small letters, whatever they mean. */
const ALL_CAPS = 1 << 16

/** How the codes of a simple font get names. */
export interface SimpleEncoding {
  /** The encoding that /Encoding or /BaseEncoding names. */
  readonly base: Encoding | undefined
  readonly differences: ReadonlyMap<number, string>
  /** True when /Encoding says anything. */
  readonly isGiven: boolean
}

/** What is known about the glyphs of a font. */
export interface CodedGlyphs {
  evidenceOf(code: number): Evidence
  /** The outlines that viewers may paint for a code; absent for a font that is not embedded. */
  readonly outlinesOf?: (code: number) => readonly GlyphOutline[] | undefined
}

export function standardBase(standard: StandardFont): Encoding {
  if (standard.family === 'Symbol') return symbolEncoding()
  return standard.family === 'ZapfDingbats' ? dingbatsEncoding() : standardEncoding()
}

/** Reads the font program and /ToUnicode. */
export function readSimpleGlyphs(
  source: ContentSource,
  dict: PdfDict,
  descriptor: PdfDict | undefined,
  encoding: SimpleEncoding,
  facts: FontFacts,
): CodedGlyphs {
  const claims = readToUnicode(source, dict)
  const claimOf = (code: number) => claims?.get(code)
  const program = descriptor === undefined ? undefined : readFontProgram(source, descriptor)
  if (program === null) {
    const evidenceOf = (code: number) => ({ claimed: claimOf(code), encoded: undefined, drawn: [], isUnreadable: true })
    return { evidenceOf, outlinesOf: () => undefined }
  }
  const flags = descriptor === undefined ? 0 : (source.lookupNumber(descriptor, 'Flags') ?? 0)
  const isSymbolic = (flags & SYMBOLIC) !== 0
  const isAllCaps = (flags & ALL_CAPS) !== 0
  if (program === undefined) {
    const ownName = descriptor === undefined ? undefined : source.lookupName(descriptor, 'FontName')
    return { evidenceOf: unembedded(encoding, facts, { isSymbolic, isAllCaps, ownName }, claimOf) }
  }
  return program.format === 'TrueType'
    ? inTrueType(encoding, program, isSymbolic, claimOf)
    : inNamedFont(encoding, program, isSymbolic, claimOf)
}

/**
 * Evidence for a font that is not embedded, which viewers replace by one of their own: only the names of its encoding
 * count, where all viewers take them from there.
 */
function unembedded(
  encoding: SimpleEncoding,
  facts: FontFacts,
  { isSymbolic, isAllCaps, ownName }: { isSymbolic: boolean; isAllCaps: boolean; ownName: string | undefined },
  claimOf: (code: number) => string | undefined,
): (code: number) => Evidence {
  const standard = standardFont(facts.name)
  const isDingbats = standard?.family === 'ZapfDingbats'
  // No encoding in a file names the signs of Wingdings and similar fonts.
  const isPicture = standard === undefined && /symbol|dings|webdings|emoji/i.test(facts.name)
  // LibreOffice flags Latin fonts of forms as symbolic although they have a Latin encoding, so that counts as a claim.
  const isDoubtful = standard === undefined && isSymbolic
  const isForeign = isPicture || (isDoubtful && !encoding.isGiven)
  const own = standard === undefined ? standardEncoding() : standardBase(standard)
  const isPictorial = isDingbats || standard?.family === 'Symbol'
  const base = isPictorial ? own : (encoding.base ?? own)
  // PDF.js uses the name in the descriptor, other viewers use /BaseFont.
  const isForeignLetter = (name: string) => {
    return facts.subtype === 'TrueType' && !DERIVED.test(name) && LETTER.test(charactersOfGlyph(name, false) ?? '')
  }
  const isOtherwiseNamed = ownName !== undefined && bareName(ownName) !== bareName(facts.name)
  const isOfAll = (code: number, text: string | undefined) =>
    isPictorial ? encoding.base === undefined : isFoundAlike(encoding, isSymbolic, code, text)
  return (code) => {
    const name = encoding.differences.get(code) ?? (isForeign && !encoding.isGiven ? undefined : base[code])
    const encoded = isForeign || name === undefined ? undefined : charactersOfGlyph(name, isDingbats)
    // The viewer's own font may lack these glyphs, or have other ones.
    const isRare = isPictorial
      ? !own.includes(name)
      : name !== undefined && !latinNames().has(name) && !isForeignLetter(name)
    const encodingIsClaim = isDoubtful || isOtherwiseNamed || isAllCaps || isRare || !isOfAll(code, encoded)
    return { claimed: claimOf(code), encoded, drawn: [], encodingIsClaim }
  }
}

/**
 * Whether all viewers find this text for a code. They begin with different encodings unless one is named; to PDF.js,
 * StandardEncoding is none, and it passes over differences in a font that is flagged as symbolic.
 */
function isFoundAlike(encoding: SimpleEncoding, isSymbolic: boolean, code: number, text?: string): boolean {
  const { base, differences } = encoding
  if (differences.has(code) ? !isSymbolic : base !== undefined && base !== standardEncoding()) return true
  return USUAL_ENCODINGS.every((each) => {
    const usual = charactersOfGlyph(encodingByName(each)?.[code] ?? '')
    return usual !== undefined && text !== undefined && sameCharacters(usual, text)
  })
}

/** A letter of any alphabet. System fonts are TrueType fonts and have such letters under the usual names. */
const LETTER = /^\p{L}$/u
/** Names that are composed, or made from numbers, and that readers interpret in different ways. */
const DERIVED = /[._]|^u(?:ni)?[0-9A-Fa-f]{4,6}$/

/** The name of a font without its subset prefix, and without separators, which programs write in different ways. */
function bareName(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, '').replace(/[ ,-]|PS(?=MT)|MT/g, '')
}

/** Evidence for Type 1 and CFF fonts, whose glyphs are selected by the name of the code. */
function inNamedFont(
  encoding: SimpleEncoding,
  program: FontProgram,
  isSymbolic: boolean,
  claimOf: (code: number) => string | undefined,
): CodedGlyphs {
  const isBuiltIn = (code: number) => encoding.base === undefined && !encoding.differences.has(code)
  const nameOf = (code: number) =>
    encoding.differences.get(code) ?? (encoding.base === undefined ? program.builtIn?.(code) : encoding.base[code])
  const glyphOf = (code: number) => {
    const name = nameOf(code)
    return name === undefined ? undefined : program.glyphByName(name)
  }
  const notdef = program.glyphByName('.notdef') ?? 0
  const anyOutline = outlineOfAny(program)
  // A font of letters without a base encoding has its own (Table 112); PDF.js and PDFium use StandardEncoding instead.
  const otherNames = (code: number) => {
    const name = isSymbolic || !isBuiltIn(code) ? undefined : standardEncoding()[code]
    return name === undefined ? [] : [name]
  }
  const outlinesOf = (code: number) => {
    if (!program.hasNames || (isBuiltIn(code) && program.builtIn === undefined)) return anyOutline()
    return outlinesOfAll(program, [glyphOf(code) ?? notdef, ...program.glyphsOfCode(code, otherNames(code))])
  }
  const evidenceOf = (code: number): Evidence => {
    const name = nameOf(code)
    const claimed = claimOf(code)
    const encoded = name === undefined ? undefined : charactersOfGlyph(name)
    if (!program.hasNames) return { claimed, encoded, drawn: [], encodingIsClaim: true }
    const glyph = glyphOf(code)
    const isBlank = (encoded ?? claimed ?? '').trim() === '' && (encoded ?? claimed) !== undefined
    const height = heightOf(outlinesOf(code))
    if (glyph === undefined) return { claimed, encoded, drawn: [], isMissing: !isBlank, height }
    return { claimed, encoded, drawn: charactersOf(program.codePointsOf?.(glyph)), height }
  }
  return { evidenceOf, outlinesOf }
}

/** Evidence for TrueType fonts (9.6.5.4). */
function inTrueType(
  encoding: SimpleEncoding,
  program: FontProgram,
  isSymbolic: boolean,
  claimOf: (code: number) => string | undefined,
): CodedGlyphs {
  const nameOf = (code: number) =>
    encoding.isGiven ? (encoding.differences.get(code) ?? (encoding.base ?? standardEncoding())[code]) : undefined
  const glyphOf = (code: number) => {
    const name = nameOf(code)
    const byName = name === undefined ? undefined : glyphOfName(program, name, charactersOfGlyph(name))
    const byCode = program.glyphByCode?.(code)
    return { byName, glyph: isSymbolic || !encoding.isGiven ? (byCode ?? byName) : (byName ?? byCode) }
  }
  const outlinesOf = (code: number) => {
    const { byName, glyph = 0 } = glyphOf(code)
    return outlinesOfAll(program, [glyph, byName, ...program.glyphsOfCode(code, namesOfCode(encoding, code))])
  }
  const evidenceOf = (code: number): Evidence => {
    const name = nameOf(code)
    const encoded = name === undefined ? undefined : charactersOfGlyph(name)
    const claimed = claimOf(code)
    const { byName, glyph } = glyphOf(code)
    const height = heightOf(outlinesOf(code))
    if (glyph === undefined || glyph === 0 || glyph >= program.glyphCount) {
      const isBlank = (encoded ?? claimed ?? 'x').trim() === ''
      return { claimed, encoded, drawn: [], isMissing: !isBlank, height }
    }
    return { claimed, encoded, drawn: drawnBy(program, glyph), encodingIsClaim: glyph !== byName, height }
  }
  return { evidenceOf, outlinesOf }
}

/** The names that /Encoding gives a code; without a base encoding, those of each encoding that viewers may use. */
function namesOfCode({ base, differences }: SimpleEncoding, code: number): string[] {
  const given = differences.get(code)
  if (given !== undefined) return [given]
  const encodings = base === undefined ? USUAL_ENCODINGS.map(encodingByName) : [base]
  return encodings.flatMap((encoding) => encoding?.[code] ?? [])
}

const USUAL_ENCODINGS = ['StandardEncoding', 'WinAnsiEncoding', 'MacRomanEncoding']

/** Outlines of all glyphs that some viewer selects. A glyph that the font lacks paints nothing. */
export function outlinesOfAll(
  program: FontProgram,
  glyphs: readonly (number | undefined)[],
): readonly GlyphOutline[] | undefined {
  const all: GlyphOutline[] = []
  for (const glyph of new Set(glyphs)) {
    if (glyph === undefined || glyph >= program.glyphCount) continue
    const outlines = program.outlinesOf(glyph)
    if (outlines === undefined) return undefined
    for (const outline of outlines) all.push(outline)
  }
  return all
}

/** The box around all glyphs, for codes whose glyph is unknown; `undefined` when a glyph cannot be read. */
export function outlineOfAny(program: FontProgram): () => readonly GlyphOutline[] | undefined {
  const unite = once(() => ({ outlines: uniteOutlines(program) }))
  return () => unite().outlines
}

function uniteOutlines(program: FontProgram): readonly GlyphOutline[] | undefined {
  let all: Box | undefined
  for (let glyph = 0; glyph < program.glyphCount; glyph++) {
    const outlines = program.outlinesOf(glyph)
    if (outlines === undefined) return undefined
    for (const { box } of outlines) if (box !== undefined) all = uniteBoxes(all, box)
  }
  return [{ box: all }]
}

function glyphOfName(program: FontProgram, name: string, characters: string | undefined): number | undefined {
  const codePoint = characters?.codePointAt(0)
  const byUnicode = codePoint === undefined ? undefined : program.glyphByCodePoint?.(codePoint)
  if (byUnicode !== undefined) return byUnicode
  return program.glyphByName(name) ?? /^(?:g|gid|glyph|cid)(\d{1,5})$/i.exec(name)?.slice(1).map(Number)[0]
}

/** Characters that the tables of a font program assign to a glyph, by its character map and its name. */
export function drawnBy(program: FontProgram, glyph: number): string[] {
  const name = program.nameOf(glyph)
  const named = name === undefined ? undefined : charactersOfGlyph(name)
  const mapped = charactersOf(program.codePointsOf?.(glyph))
  return named === undefined ? mapped : [...mapped, named]
}

function charactersOf(codePoints: readonly number[] = []): string[] {
  return codePoints.filter(isCharacter).map((point) => String.fromCodePoint(point))
}
