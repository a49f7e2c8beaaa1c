/**
 * Texts that no page shows and that screen readers read out: the description of a field (ISO 32000-2, 12.7.4.1 and 14.9.3),
 * and whatever text a structure element has. Somebody who listens to a document takes them for its content, so they are
 * never added without a mention, and not at all where nothing may be filled in.
 *
 * @module
 */
import { append } from '../../../lists.js'
import type { PdfDocument } from '../../../pdf/document.js'
import { type FieldState, TIMESTAMP_DESCRIPTION } from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, type Verdict } from '../verdict.js'

/** Entries of a field and its widgets that say what the field is. */
const DESCRIPTIONS = ['TU', 'Contents'] as const

/**
 * Judges what a signature field without a signature, or one with a time stamp, says of itself to listeners.
 *
 * @param older The field as it was, for one that the form had already.
 */
export function* judgeDescription(
  pair: RevisionPair,
  field: FieldState,
  label: string,
  older?: FieldState,
): Generator<Verdict> {
  const known = older === undefined ? new Set<string>() : descriptionsOf(pair.older, older)
  for (const text of descriptionsOf(pair.newer, field)) {
    if (text === '' || text === TIMESTAMP_DESCRIPTION || known.has(text)) continue
    yield tell(`Signature field ${label} is described to screen readers as ${quoteText(text)}`)
  }
}

function descriptionsOf(document: PdfDocument, { dict, widgets }: FieldState): Set<string> {
  const texts = new Set<string>()
  for (const holder of [dict, ...widgets.map((widget) => widget.dict)]) {
    for (const key of DESCRIPTIONS) {
      const value = resolveOrNull(document, holder.get(key))
      if (value instanceof PdfString) texts.add(decodeTextString(value.bytes))
    }
  }
  return texts
}

/** Entries of elements and of tables that hold no text for people, or that lead out of what was added. */
const NOT_READ: ReadonlySet<string> = new Set([
  ...['ID', 'Lang', 'NS', 'P', 'Pg', 'Obj', 'Stm', 'StmOwn', 'Names', 'Limits', 'IDTree'],
])
/** Names the texts that a part of the structure tree gained, with the new elements below it. */
export function* judgeStructureTexts(pair: RevisionPair, num: number): Generator<Verdict> {
  const [before, after] = [new Set<string>(), new Set<string>()]
  collectTexts(pair, pair.before(num), before)
  collectTexts(pair, pair.after(num), after, new Set([num]))
  for (const text of after) {
    if (!before.has(text)) yield tell(`A text for screen readers was added to the tags: ${quoteText(text)}`)
  }
}

/**
 * Adds the texts of an object, however deep they stand.
 *
 * @param seen Numbers gone through; without it references are not followed.
 */
function collectTexts(pair: RevisionPair, object: PdfObject, texts: Set<string>, seen?: Set<number>): void {
  const pending: PdfObject[] = [object]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    pair.spend(1)
    if (value instanceof PdfString) {
      const text = decodeTextString(value.bytes)
      if (text !== '') texts.add(text)
    } else if (value instanceof PdfRef) {
      if (seen === undefined || seen.has(value.num) || !pair.isFresh(value.num)) continue
      seen.add(value.num)
      pending.push(pair.after(value.num))
    } else if (Array.isArray(value)) append(pending, value)
    else if (value instanceof PdfDict) {
      for (const [key, entry] of value.entries) if (!NOT_READ.has(key)) pending.push(entry)
    }
  }
}

function tell(description: string): Verdict {
  return accept('form-filling', 'spoken_text_added', description)
}
