/**
 * Simple fonts other than Type 3 (ISO 32000-2, 9.6): one byte for each glyph.
 *
 * @module
 */
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject } from '../../pdf/objects.js'
import type { ContentSource } from '../content/content-source.js'
import { once, remember } from '../remember.js'
import {
  type ContentFont,
  type FontFacts,
  type GlyphInk,
  inkBesideCell,
  inkOfViewers,
  isBlankText,
  MAX_WIDTH_ERROR,
  readSingleBytes,
} from './content-font.js'
import { encodingByName } from './encodings.js'
import { weighEvidence } from './glyph-meaning.js'
import { readSimpleGlyphs, type SimpleEncoding, standardBase } from './simple-glyphs.js'
import { type StandardFont, standardFont } from './standard-fonts.js'

/** Most entries of /Differences: every code twice, each with its number. A longer list makes the encoding unknown. */
const MAX_DIFFERENCES = 1024

/** Ascent of fonts that state none, in ems. */
const USUAL_ASCENT = 0.75
/** Descent of such fonts, in ems. */
const USUAL_DESCENT = -0.25

/** Loads a Type 1, MMType1 or TrueType font. */
export function loadSimpleFont(source: ContentSource, dict: PdfDict, facts: FontFacts): ContentFont {
  const descriptor = source.lookupDict(dict, 'FontDescriptor')
  const standard = standardFont(facts.name)
  const faults: string[] = []
  const encoding = readEncoding(source, dict, faults)
  const usual = facts.isEmbedded ? undefined : standard
  const { widthOf, isSure } = readWidths(source, dict, descriptor, encoding, usual, faults)
  const measures = readLetterMeasures(source, descriptor)
  // The font program and /ToUnicode are read when the first glyph is asked for.
  const read = once(() => readSimpleGlyphs(source, dict, descriptor, encoding, facts))
  const meaningOf = remember((code) => weighEvidence(read().evidenceOf(code)))
  return {
    facts,
    vertical: undefined,
    ...measures,
    faults,
    readCodes: readSingleBytes,
    widthOf,
    ...(usual === undefined
      ? {}
      : { isOddlySpaced: (code) => isOdd(widthOf(code), usualWidth(usual, encoding, code)) }),
    meaningOf,
    inkOf: remember((code): GlyphInk => {
      const cell = { width: widthOf(code), isBlank: isBlankText(meaningOf(code).text), ...measures }
      const { outlinesOf } = read()
      const usualOne = usual === undefined || outlinesOf !== undefined ? undefined : usualWidth(usual, encoding, code)
      const ink = outlinesOf === undefined ? inkOfViewers(cell, usualOne) : inkBesideCell(outlinesOf(code), cell)
      return isSure(code) ? ink : { ...ink, isAdrift: true }
    }),
    procedures: undefined,
  }
}

/** Ascent and descent in ems, from the descriptor if they are plausible. */
export function readLetterMeasures(
  source: ContentSource,
  descriptor: PdfDict | undefined,
): { readonly ascent: number; readonly descent: number } {
  const ascent = (descriptor === undefined ? 0 : (source.lookupNumber(descriptor, 'Ascent') ?? 0)) / 1000
  const descent = -Math.abs(descriptor === undefined ? 0 : (source.lookupNumber(descriptor, 'Descent') ?? 0)) / 1000
  return {
    ascent: ascent > 0.3 && ascent < 1.5 ? ascent : USUAL_ASCENT,
    descent: descent < 0 && descent > -1 ? descent : USUAL_DESCENT,
  }
}

function readEncoding(source: ContentSource, dict: PdfDict, faults: string[]): SimpleEncoding {
  const value = source.lookup(dict, 'Encoding')
  if (value instanceof PdfName) {
    const base = encodingByName(value.value)
    if (value.value === 'MacExpertEncoding') faults.push('viewers do not agree on the encoding of a font')
    return { base, differences: new Map(), isGiven: base !== undefined }
  }
  if (!(value instanceof PdfDict)) return { base: undefined, differences: new Map(), isGiven: false }
  const base = encodingByName(source.lookupName(value, 'BaseEncoding'))
  const differences = readDifferences(source, source.lookup(value, 'Differences'), faults)
  return { base, differences, isGiven: base !== undefined || differences.size > 0 }
}

/** Names by code (9.6.5.1). The last name of a code counts, so a list that some viewers do not read to its end is a fault. */
export function readDifferences(source: ContentSource, list: PdfObject, faults: string[]): Map<number, string> {
  const differences = new Map<number, string>()
  const items = Array.isArray(list) ? list : []
  const isOdd = (item: PdfObject) => !(item instanceof PdfName) && !Number.isInteger(item)
  if (items.length > MAX_DIFFERENCES || items.some((item) => isOdd(source.resolve(item))))
    faults.push('the encoding of a font names more glyphs than it has codes, or something else than glyphs')
  let code = 0
  for (const item of items.slice(0, MAX_DIFFERENCES)) {
    const value = source.resolve(item)
    const name = nameOf(value)
    if (name !== undefined) differences.set(code++, name)
    else code = numberOf(value) ?? code
  }
  return differences
}

interface Widths {
  readonly widthOf: (code: number) => number
  /** False where viewers differ: one takes a width from the file, another its own or none. */
  readonly isSure: (code: number) => boolean
}

/** Widths from /Widths (9.6.2.1); outside of /FirstChar to /LastChar those of the standard font, or /MissingWidth. */
function readWidths(
  source: ContentSource,
  dict: PdfDict,
  descriptor: PdfDict | undefined,
  encoding: SimpleEncoding,
  standard: StandardFont | undefined,
  faults: string[],
): Widths {
  const missing = (descriptor === undefined ? 0 : (source.lookupNumber(descriptor, 'MissingWidth') ?? 0)) / 1000
  const list = source.lookup(dict, 'Widths')
  if (Array.isArray(list)) {
    const { widths, isSure } = readWidthList(source, dict, list)
    return {
      widthOf: (code) => {
        const width = widths(code)
        return width === undefined ? missing : width / 1000
      },
      isSure,
    }
  }
  if (standard === undefined) {
    faults.push('a font has no widths')
    return { widthOf: () => missing, isSure: () => false }
  }
  const base = encoding.base ?? standardBase(standard)
  // The place of each letter depends on widths, so they are asked for often.
  const widthOf = remember((code) => {
    const name = encoding.differences.get(code) ?? base[code]
    return name === undefined ? missing : (standard.widthOf(name) ?? missing)
  })
  return { widthOf, isSure: () => true }
}

const HIGHEST_CODE = 255

/**
 * The numbers of /Widths by code. A width after /LastChar is not sure, since PDF.js reads on. None is sure when /FirstChar or
 * /LastChar is not an integer: Poppler then counts from 0 to 255.
 */
export function readWidthList(
  source: ContentSource,
  dict: PdfDict,
  list: readonly PdfObject[],
): { readonly widths: (code: number) => number | undefined; readonly isSure: (code: number) => boolean } {
  const numbers = list.slice(0, HIGHEST_CODE + 1).map((item) => numberOf(source.resolve(item)))
  const [firstChar, lastChar] = ['FirstChar', 'LastChar'].map((key) => source.lookup(dict, key))
  const [first, last] = [numberOf(firstChar) ?? 0, numberOf(lastChar) ?? HIGHEST_CODE]
  const isCounted = isCode(firstChar ?? null) && first <= HIGHEST_CODE && isCode(lastChar ?? null)
  const widths = (code: number) => numbers[code - first]
  return { widths, isSure: (code) => isCounted && (code <= last || widths(code) === undefined) }
}

function isCode(value: PdfObject): boolean {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0)
}

function isOdd(width: number, usual: number | undefined): boolean {
  return usual !== undefined && Math.abs(width - usual) > MAX_WIDTH_ERROR
}

function usualWidth(standard: StandardFont, { base, differences }: SimpleEncoding, code: number): number | undefined {
  const name = differences.get(code) ?? (base ?? standardBase(standard))[code]
  return name === undefined ? undefined : standard.widthOf(name)
}
