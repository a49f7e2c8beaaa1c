/**
 * Creates fonts that can show text from font dictionaries.
 *
 * @module
 */
import { PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/reading.js'
import { type ContentSource, isOddArray, readMatrix, readRectangle } from '../content/content-source.js'
import { getOrMake, once, remember } from '../remember.js'
import { readToUnicode } from './cmap.js'
import { loadCompositeFont, readDescendant } from './composite-font.js'
import { type ContentFont, type FontFacts, type GlyphProcedures, IN_ITS_CELL, readSingleBytes } from './content-font.js'
import { weighEvidence } from './glyph-meaning.js'
import { charactersOfGlyph } from './glyph-names.js'
import { loadSimpleFont, readDifferences, readWidthList } from './simple-font.js'
import { isEmbedded } from './simple-glyphs.js'
import { standardFont } from './standard-fonts.js'

/** The prefix of a subset: six capitals and a plus sign (9.9.2). */
const SUBSET_PREFIX = /^[A-Z]{6}\+/

/** The fonts of a document, each of which is loaded once. */
export class FontCache {
  readonly #fonts = new WeakMap<PdfDict, ContentFont>()

  /** The font of a resource, given as a reference or a dictionary; `undefined` if it is not a font. */
  load(source: ContentSource, object: PdfObject | undefined): ContentFont | undefined {
    const dict = source.resolve(object)
    if (!(dict instanceof PdfDict) || lacksProcedures(source, dict)) return undefined
    return getOrMake(this.#fonts, dict, () => loadFont(source, dict, object instanceof PdfRef ? object.num : undefined))
  }
}

/** True for a Type 3 font without procedures. MuPDF shows its text in another font, as it does for a missing one. */
function lacksProcedures(source: ContentSource, dict: PdfDict): boolean {
  return source.lookupName(dict, 'Subtype') === 'Type3' && source.lookupDict(dict, 'CharProcs') === undefined
}

function loadFont(source: ContentSource, dict: PdfDict, objectNumber: number | undefined): ContentFont {
  const subtype = source.lookupName(dict, 'Subtype') ?? ''
  const carrier = subtype === 'Type0' ? readDescendant(source, dict) : dict
  const baseFont = source.lookupName(dict, 'BaseFont') ?? ''
  const name = baseFont.replace(SUBSET_PREFIX, '')
  const embedded = isEmbedded(source, source.lookupDict(carrier, 'FontDescriptor'))
  const facts: FontFacts = {
    objectNumber,
    dictionary: dict,
    subtype,
    name,
    isEmbedded: embedded,
    isSubset: SUBSET_PREFIX.test(baseFont),
    isStandard: !embedded && subtype !== 'Type0' && subtype !== 'Type3' && standardFont(name) !== undefined,
    collection: carrier === undefined || subtype !== 'Type0' ? undefined : readOrdering(source, carrier),
  }
  if (subtype === 'Type0') return loadCompositeFont(source, dict, facts)
  return subtype === 'Type3' ? loadType3Font(source, dict, facts) : loadSimpleFont(source, dict, facts)
}

function readOrdering(source: ContentSource, descendant: PdfDict): string | undefined {
  const ordering = source.resolve(source.lookupDict(descendant, 'CIDSystemInfo')?.get('Ordering') ?? null)
  return ordering instanceof PdfString ? latin1Text(ordering.bytes) : undefined
}

/** Loads a font of glyph procedures (9.6.4). Glyph names only claim characters; painted areas show what is seen. */
function loadType3Font(source: ContentSource, dict: PdfDict, facts: FontFacts): ContentFont {
  const matrix = readMatrix(source, dict.get('FontMatrix'))
  const isOdd = !dict.has('FontMatrix') || isOddArray(source, dict.get('FontMatrix'), 6)
  const encoding = source.lookupDict(dict, 'Encoding')
  const faults: string[] = []
  const names = readDifferences(source, encoding === undefined ? null : source.lookup(encoding, 'Differences'), faults)
  const list = source.lookup(dict, 'Widths')
  const { widths, isSure } = readWidthList(source, dict, Array.isArray(list) ? list : [])
  const claims = once(() => readToUnicode(source, dict) ?? new Map<number, string>())
  const box = readType3Measures(source, dict, matrix[3])
  return {
    facts: { ...facts, isEmbedded: true },
    vertical: undefined,
    ...box,
    faults,
    readCodes: readSingleBytes,
    widthOf: (code) => (widths(code) ?? 0) * matrix[0],
    meaningOf: remember((code) => {
      const name = names.get(code)
      const encoded = name === undefined ? undefined : charactersOfGlyph(name)
      return weighEvidence({ claimed: claims().get(code), encoded, drawn: [], encodingIsClaim: true })
    }),
    // What the procedures paint is interpreted as content.
    inkOf: (code) => ({
      ...IN_ITS_CELL,
      // Without a font matrix, each viewer takes a different one.
      unknown: isOdd ? 'a font of procedures has no matrix of six numbers' : undefined,
      isAdrift: !isSure(code),
    }),
    procedures: { ...readProcedures(source, dict, names), matrix },
  }
}

/** The procedures of a Type 3 font. */
function readProcedures(
  source: ContentSource,
  dict: PdfDict,
  names: ReadonlyMap<number, string>,
): Omit<GlyphProcedures, 'matrix'> {
  const procedures = source.lookupDict(dict, 'CharProcs')
  return {
    tallest: 0,
    resources: source.lookupDict(dict, 'Resources'),
    procedureOf: (code) => {
      const name = names.get(code)
      const stream = name === undefined || procedures === undefined ? null : source.lookup(procedures, name)
      return stream instanceof PdfStream ? stream : undefined
    },
  }
}

/** Height and depth of the font's box, in ems. */
function readType3Measures(source: ContentSource, dict: PdfDict, scale: number): { ascent: number; descent: number } {
  const box = readRectangle(source, dict.get('FontBBox'))
  const [ascent, descent] = box === undefined ? [0, 0] : [box[3] * scale, box[1] * scale]
  return ascent > descent ? { ascent, descent } : { ascent: 0.75, descent: -0.25 }
}
