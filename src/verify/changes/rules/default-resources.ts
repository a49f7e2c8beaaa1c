/**
 * The default resources of the form (/DR, ISO 32000-2, 12.7.3). Programs add fonts for the look of a signature, or of a field
 * that they fill in.
 *
 * When readers draw a field or free text themselves, they take a font from here by the name in a default appearance string.
 * So a font under a new name is permitted when no string uses that name, or when it is a plain standard font with known
 * letters. Other resources may be added only under names that no string uses, since Poppler runs all operators of the string.
 * Existing resources may be neither replaced nor removed.
 *
 * @module
 */
import { isPlainFont } from '../../../ink/index.js'
import { sameValue } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { namesAskedFor } from '../fields/asked-names.js'
import { accept, quoteKey, reject, type Verdict } from '../verdict.js'

/** Default colour spaces, which replace device spaces without being named (8.6.5.6). */
const IMPLICIT = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']
/** Key of the operator sets in use, which no reader reads (14.2). */
const UNUSED = 'ProcSet'
/** Category in which programs store the layers of their signatures, and replace them with each signature. */
const EXCHANGEABLE = 'XObject'

export function* judgeDefaultResources(pair: DrawnPair, before: PdfObject, after: PdfObject): Generator<Verdict> {
  if (after === null && before === null) return
  if (!(after instanceof PdfDict)) {
    yield reject('form_changed', 'The default resources of the form were removed')
    return
  }
  const older = before instanceof PdfDict ? before : new PdfDict()
  const changed = 'The default resources of the form were changed'
  for (const category of new Set([...older.entries.keys(), ...after.entries.keys()])) {
    if (category === UNUSED) continue
    const oldItems = pair.oldValue(older, category)
    const newItems = pair.newValue(after, category)
    if (!(newItems instanceof PdfDict)) {
      // PDFium and MuPDF accept a stream as a dictionary. Acrobat keeps the pattern of its squiggly lines here.
      const isKept = sameValue(pair.older, oldItems, pair.newer, newItems)
      if (!isKept) yield reject('form_changed', `${changed}: ${quoteKey(category)}`)
      continue
    }
    const kept = oldItems instanceof PdfDict ? oldItems : new PdfDict()
    if (category === 'Font') yield* judgeNewFonts(pair, kept, newItems)
    const isChanged =
      (category !== EXCHANGEABLE && losesResource(pair, kept, newItems)) ||
      (category !== 'Font' && changesAskedName(pair, kept, newItems))
    if (isChanged) yield reject('form_changed', `${changed}: ${quoteKey(category)}`)
  }
}

/**
 * True when a name that default appearance strings use is added or changed, or a default colour space, which affects
 * everything that Poppler draws with these resources.
 */
function changesAskedName(pair: DrawnPair, older: PdfDict, newer: PdfDict): boolean {
  const wanted = new Set([...namesAskedFor(pair), ...IMPLICIT])
  return [...wanted].some((name) => !sameValue(pair.older, older.get(name), pair.newer, newer.get(name)))
}

function losesResource(pair: DrawnPair, older: PdfDict, newer: PdfDict): boolean {
  return [...older.entries].some(([name, object]) => {
    return object !== null && !sameValue(pair.older, object, pair.newer, newer.get(name))
  })
}

function* judgeNewFonts(pair: DrawnPair, older: PdfDict, newer: PdfDict): Generator<Verdict> {
  const added = [...newer.entries].filter(([name]) => !older.has(name))
  if (added.length === 0) return
  const wanted = namesAskedFor(pair)
  for (const [name, object] of added) {
    if (!wanted.has(name)) continue
    if (isPlainFont(pair, object)) {
      // Readers will use it instead of a font of their own choice.
      yield accept('form-filling', 'form_font_added', `The font ${quoteKey(name)} was added to the form`)
      continue
    }
    const message = `A font of unknown letters was added under the name ${quoteKey(name)}, by which fields are drawn`
    yield reject('form_font_added', message)
  }
}
