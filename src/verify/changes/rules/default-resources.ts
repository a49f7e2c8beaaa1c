/**
 * The default resources of the form (/DR, ISO 32000-2, 12.7.3): programs add fonts for the look of a signature or of a
 * field that they fill in.
 *
 * Readers take a font from here by the name that a default appearance string gives, whenever they draw a field
 * themselves. A font under a new name is therefore permitted as long as no field asks for that name, or when it is one
 * of the plain standard fonts, whose letters are known. What was there may be neither exchanged nor taken away.
 *
 * @module
 */
import { PdfDict, type PdfObject } from '../../../pdf/objects.js'
import { sameValue } from '../equality.js'
import { fontsAskedFor } from '../fields/default-appearance.js'
import { isPlainFont } from '../fields/plain-font.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject, type Verdict } from '../verdict.js'

/** Categories that no default appearance string can name; programs leave the layers of their signatures in /XObject. */
const UNUSED = new Set(['ProcSet', 'XObject'])

export function* judgeDefaultResources(pair: RevisionPair, before: PdfObject, after: PdfObject): Generator<Verdict> {
  if (after === null && before === null) return
  if (!(after instanceof PdfDict)) {
    yield reject('form_changed', 'The default resources of the form were removed')
    return
  }
  const older = before instanceof PdfDict ? before : new PdfDict()
  const changed = 'The default resources of the form were changed'
  for (const category of new Set([...older.entries.keys(), ...after.entries.keys()])) {
    if (UNUSED.has(category)) continue
    const oldItems = pair.oldValue(older, category)
    const newItems = pair.newValue(after, category)
    if (!(newItems instanceof PdfDict)) {
      if (oldItems !== null) yield reject('form_changed', `${changed}: ${quoteKey(category)}`)
      continue
    }
    const kept = oldItems instanceof PdfDict ? oldItems : new PdfDict()
    if (losesResource(pair, kept, newItems)) yield reject('form_changed', `${changed}: ${quoteKey(category)}`)
    if (category === 'Font') yield* judgeNewFonts(pair, kept, newItems)
  }
}

function losesResource(pair: RevisionPair, older: PdfDict, newer: PdfDict): boolean {
  return [...older.entries].some(([name, object]) => {
    return object !== null && !sameValue(pair.older, object, pair.newer, newer.get(name))
  })
}

function* judgeNewFonts(pair: RevisionPair, older: PdfDict, newer: PdfDict): Generator<Verdict> {
  const added = [...newer.entries].filter(([name]) => !older.has(name))
  const doubtful = added.filter(([, object]) => !isPlainFont(pair.newer, object))
  if (doubtful.length === 0) return
  const wanted = fontsAskedFor(pair)
  for (const [name] of doubtful) {
    if (!wanted.has(name)) continue
    const message = `A font of unknown letters was added under the name ${quoteKey(name)}, by which fields are drawn`
    yield reject('form_font_added', message)
  }
}
