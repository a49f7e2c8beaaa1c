/**
 * The default resources of the form (/DR, ISO 32000-2, 12.7.3): programs add fonts for the look of a signature or of a
 * field that they fill in.
 *
 * Readers take a font from here by the name that a default appearance string gives, whenever they draw a field or a free
 * text themselves. A font under a new name is therefore permitted as long as no string asks for that name, or when it is
 * one of the plain standard fonts, whose letters are known. What else is added may have no name that a string asks for,
 * since Poppler takes all operators of the string. What was there may be neither exchanged nor taken away.
 *
 * @module
 */
import { isPlainFont } from '../../../ink/index.js'
import { sameValue } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { namesAskedFor } from '../fields/asked-names.js'
import { accept, quoteKey, reject, type Verdict } from '../verdict.js'

/** Colour spaces by which device spaces are replaced without being asked for (8.6.5.6). */
const IMPLICIT = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']
/** Which sets of operators are used: no reader asks (14.2). */
const UNUSED = 'ProcSet'
/** Programs leave the layers of their signatures here, and exchange them with each signature. */
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
      // To PDFium and MuPDF a stream is a dictionary too.
      if (oldItems !== null || newItems !== null) yield reject('form_changed', `${changed}: ${quoteKey(category)}`)
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
 * True when a name that default appearance strings ask for is added or stands for something else, or one that counts for
 * whatever Poppler draws with these resources.
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
      // Readers draw with it what they drew in a font of their own choice.
      yield accept('form-filling', 'form_font_added', `The font ${quoteKey(name)} was added to the form`)
      continue
    }
    const message = `A font of unknown letters was added under the name ${quoteKey(name)}, by which fields are drawn`
    yield reject('form_font_added', message)
  }
}
