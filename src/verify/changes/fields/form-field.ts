/**
 * Finds the form field that a dictionary belongs to, from the dictionary upwards, so that the rest of the form need not be
 * read.
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { type FieldState, readFieldState, rootFields } from '../../../pdf/forms.js'
import { readOrNull, resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../../pdf/objects.js'
import { PDF_LIMITS } from '../../../pdf/reading.js'
import { decodeTextString } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import { VERIFY_LIMITS } from '../../verify-limits.js'
import { oncePerPair } from '../once-per-pair.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteName } from '../verdict.js'

/**
 * The number of the field that a field or widget dictionary belongs to; `undefined` when the form does not hold it.
 */
export function fieldNumberOf(pair: RevisionPair, document: PdfDocument, num: number): number | undefined {
  let owner: number | undefined
  let current = num
  for (let depth = 0; depth < PDF_LIMITS.maxFieldTreeDepth; depth++) {
    const dict = readOrNull(document, current)
    if (!(dict instanceof PdfDict)) return undefined
    if (owner === undefined && dict.has('T')) owner = current
    if (pair.membersOf(document, rootFields(document), 'fields').has(current)) return owner ?? current
    const parent = dict.get('Parent')
    const next = parent instanceof PdfRef ? parent.num : findParent(pair, current)
    const parentDict = next === undefined ? null : readOrNull(document, next)
    if (next === undefined || !(parentDict instanceof PdfDict)) return undefined
    if (!pair.membersOf(document, parentDict.get('Kids'), `kids ${next}`).has(current)) return undefined
    current = next
  }
  return undefined
}

const signingWidgets = oncePerPair(findSigningWidgets)

/** True for a widget of a signature field that the revision adds, or that it signs after being empty. */
export function isWidgetOfSigning(pair: RevisionPair, num: number): boolean {
  return signingWidgets(pair).has(num)
}

/** Widgets of fields that are signed, found from the fields downwards, since a widget need not name its field. */
function findSigningWidgets(pair: RevisionPair): Set<number> {
  const widgets = new Set<number>()
  for (const num of pair.view.defined) {
    const owner = fieldNumberOf(pair, pair.newer, num)
    const field = owner === undefined ? undefined : readFieldState(pair.newer, owner)
    // A group holds fields and no signature, so signing changes nothing in it.
    if (owner === undefined || field?.type !== 'Sig' || field.hasChildFields) continue
    if (!isAddedOrSigned(pair, owner, field)) continue
    for (const widget of field.widgets) widgets.add(widget.num)
  }
  return widgets
}

function isAddedOrSigned(pair: RevisionPair, num: number, newer: FieldState): boolean {
  if (pair.isFresh(num)) return true
  const older = readFieldState(pair.older, num)
  return resolveOrNull(pair.older, older?.value) === null && resolveOrNull(pair.newer, newer.value) !== null
}

/** Numbers of the terminal fields of a state, each once, in any order. */
export function* terminalFields(pair: RevisionPair, document: PdfDocument): Generator<number> {
  const pending = [...pair.membersOf(document, rootFields(document), 'fields')]
  const seen = new Set(pending)
  for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
    pair.spend(1)
    const dict = readOrNull(document, num)
    const kids = dict instanceof PdfDict ? resolveOrNull(document, dict.get('Kids')) : null
    const fields = (Array.isArray(kids) ? kids : []).filter((kid) => isField(document, kid))
    if (fields.length === 0) yield num
    for (const kid of fields) {
      if (!(kid instanceof PdfRef) || seen.has(kid.num)) continue
      seen.add(kid.num)
      pending.push(kid.num)
    }
  }
}

/** True for a kid with a name of its own. Kids without one are widgets (12.7.4.2). */
function isField(document: PdfDocument, kid: PdfObject): boolean {
  const dict = resolveOrNull(document, kid)
  return dict instanceof PdfDict && dict.has('T')
}

/** The field that lists a widget among its kids, for widgets that do not name their parent. */
function findParent(pair: RevisionPair, num: number): number | undefined {
  for (const source of pair.graph.sourcesOf(num)) {
    const holders = Array.isArray(pair.before(source)) ? pair.graph.sourcesOf(source) : [source]
    for (const holder of holders) {
      const dict = pair.before(holder)
      const isField = dict instanceof PdfDict && dict.has('Kids') && (dict.has('FT') || dict.has('T'))
      if (isField && pair.membersOf(pair.older, dict.get('Kids'), `kids ${holder}`).has(num)) return holder
    }
  }
  return undefined
}

/** The label of a field in a sentence: its name in quotation marks, or its number if it has no name. */
export function labelOf({ name, num }: Pick<FieldState, 'name' | 'num'>): string {
  return name === '' ? `object ${num}` : quoteText(name)
}

/** A value for people, shortened: `"Ada"`, `Yes`, `nothing`. */
export function describeValue(document: PdfDocument, object: PdfObject | undefined): string {
  const value = resolveOrNull(document, object)
  if (value instanceof PdfString) {
    // A character has at most four bytes, and a sentence shows few characters.
    const text = decodeTextString(value.bytes.subarray(0, 16 * VERIFY_LIMITS.maxQuotedCharacters))
    return text === '' ? 'nothing' : quoteText(text)
  }
  if (value === null) return 'nothing'
  if (Array.isArray(value))
    return (
      value
        .slice(0, 5)
        .map((item) => describeValue(document, item))
        .join(', ') || 'nothing'
    )
  const name = nameOf(value)
  return name === undefined ? 'another value' : quoteName(name)
}
