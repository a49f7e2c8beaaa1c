/**
 * Texts that no page shows but that screen readers read out: the description of a field (ISO 32000-2, 12.7.4.1 and 14.9.3),
 * and the texts of structure elements. A listener takes them for content. So new ones are always mentioned, and are rejected
 * where nothing may be filled in.
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

/** Entries of a field and its widgets that describe the field. */
const DESCRIPTIONS = ['TU', 'Contents'] as const

/**
 * Judges the description of a signature field that is unsigned or has a time stamp.
 *
 * @param older The field in the older state, if the form already had it.
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

/** Entries of elements and tables that hold no text for people, or that lead out of what was added. */
const NOT_READ: ReadonlySet<string> = new Set([
  ...['ID', 'Lang', 'NS', 'P', 'Pg', 'Obj', 'Stm', 'StmOwn', 'Names', 'Limits', 'IDTree'],
])
/** Reports the texts that a part of the structure tree gained, including its new elements. */
export function* judgeStructureTexts(pair: RevisionPair, num: number): Generator<Verdict> {
  const [before, after] = [new Set<string>(), new Set<string>()]
  collectTexts(pair, pair.before(num), before)
  collectTexts(pair, pair.after(num), after, new Set([num]))
  for (const text of after) {
    if (!before.has(text)) yield tell(`A text for screen readers was added to the tags: ${quoteText(text)}`)
  }
}

/**
 * Adds the texts of an object, at any depth.
 *
 * @param seen Numbers already examined. Without it, references are not followed.
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
