/**
 * The form as a whole (ISO 32000-2, 12.7.3): it may gain signature fields and what filling it in needs.
 *
 * @module
 */
import { numberOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
import { appearanceShowsValue } from './appearance-check.js'
import type { ChangeRule } from './change-rule.js'
import { differingKeys, resolveOrNull, sameValue } from './equality.js'
import { type FieldState, readFieldState, rootFields } from './form-field.js'
import type { RevisionPair } from './revision-pair.js'
import { judgeNewField } from './signature-field-rule.js'

export const formRule: ChangeRule = {
  kind: 'form',
  judge(pair) {
    const before = pair.oldValue(pair.older.catalog, 'AcroForm')
    const after = pair.newValue(pair.newer.catalog, 'AcroForm')
    if (!(after instanceof PdfDict)) {
      pair.log.reject('form_removed', 'The form was removed')
      return
    }
    const older = before instanceof PdfDict ? before : new PdfDict()
    judgeFieldList(pair, rootFields(pair.older), rootFields(pair.newer), 'the form')
    for (const key of differingKeys(pair.older, older, pair.newer, after)) {
      if (key !== 'Fields' && !mayChange(pair, key, older, after)) {
        pair.log.reject('form_changed', `The form entry /${key.slice(0, 60)} was changed`)
      }
    }
    // A reference that stays the same may lead to another object.
    const resources = pair.newValue(after, 'DR')
    if (resources !== null && !resourcesOnlyGrow(pair, pair.oldValue(older, 'DR'), resources)) {
      pair.log.reject('form_changed', 'The default resources of the form were changed')
    }
    if (pair.newValue(after, 'NeedAppearances') === true && pair.oldValue(older, 'NeedAppearances') !== true) {
      judgeRedrawing(pair)
    }
  },
}

function mayChange(pair: RevisionPair, key: string, older: PdfDict, newer: PdfDict): boolean {
  const before = pair.oldValue(older, key)
  const after = pair.newValue(newer, key)
  switch (key) {
    case 'SigFlags': {
      const bits = numberOf(after) ?? 0
      return Number.isInteger(bits) && ((numberOf(before) ?? 0) & ~bits) === 0
    }
    case 'NeedAppearances':
      return after === null || typeof after === 'boolean'
    case 'Type':
      return before === null && after instanceof PdfName
    case 'DA':
      return before === null && after instanceof PdfString
    case 'Q':
      return before === null && after === 0
    case 'CO':
      return before === null && Array.isArray(after) && after.length === 0
    case 'DR':
      return after instanceof PdfDict
    default:
      return false
  }
}

/** Fonts and encodings may be added for the fields that were filled in; none may be exchanged. */
function resourcesOnlyGrow(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  if (!(after instanceof PdfDict)) return false
  const older = before instanceof PdfDict ? before : new PdfDict()
  const categories = new Set([...older.entries.keys(), ...after.entries.keys()])
  for (const category of categories) {
    const oldItems = pair.oldValue(older, category)
    const newItems = pair.newValue(after, category)
    if (!(newItems instanceof PdfDict)) {
      if (
        !sameValue(pair.older, oldItems, pair.newer, newItems) &&
        !(category === 'ProcSet' && Array.isArray(newItems))
      )
        return false
      continue
    }
    const kept = oldItems instanceof PdfDict ? oldItems : new PdfDict()
    for (const [name, object] of newItems.entries) {
      const old = kept.get(name)
      if (old !== undefined ? !sameValue(pair.older, old, pair.newer, object) : !mayAddResource(pair, category, object))
        return false
    }
    for (const name of kept.entries.keys()) if (!newItems.has(name) && kept.get(name) !== null) return false
  }
  return true
}

function mayAddResource(pair: RevisionPair, category: string, object: PdfObject): boolean {
  if (category === 'Font' || category === 'Encoding') return true
  // Left behind by programs that draw signatures with layers named FRM, n0, n2.
  return category === 'XObject' && resolveOrNull(pair.newer, object) instanceof PdfStream
}

/** Root fields, or the kids of a field: signature fields may be appended, all others stay. */
export function judgeFieldList(pair: RevisionPair, before: PdfObject, after: PdfObject, where: string): void {
  const older = Array.isArray(before) ? before : []
  const newer = Array.isArray(after) ? after : []
  const oldNumbers = new Set(older.flatMap((item) => (item instanceof PdfRef ? [item.num] : [])))
  const newNumbers = new Set<number>()
  pair.spend(older.length + newer.length)
  let removed = 0
  for (const item of newer) {
    if (!(item instanceof PdfRef)) {
      if (!older.some((old) => sameValue(pair.older, old, pair.newer, item))) {
        pair.log.reject('field_added', `A field that is no object of its own was added to ${where}`)
      }
      continue
    }
    if (newNumbers.has(item.num) && !oldNumbers.has(item.num)) {
      pair.log.reject('field_added', `A field was added twice to ${where}`)
    }
    newNumbers.add(item.num)
    if (!oldNumbers.has(item.num)) judgeNewField(pair, item.num)
  }
  for (const num of oldNumbers) {
    if (newNumbers.has(num) || pair.before(num) === null) continue
    removed++
    const name = readFieldState(pair.older, num)?.name ?? ''
    if (removed <= 10) pair.log.reject('field_removed', `Field ${name || `object ${num}`} removed from ${where}`)
  }
}

/** Readers that are told to draw all fields anew show values where they showed appearances: both must agree. */
function judgeRedrawing(pair: RevisionPair): void {
  pair.log.accept('form-filling', 'appearances_requested', 'Fields are to be drawn anew from their values')
  const pending = [...pair.membersOf(pair.newer, rootFields(pair.newer), 'fields')]
  const seen = new Set(pending)
  for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
    const field = readFieldState(pair.newer, num)
    if (field === undefined) continue
    if (field.hasChildFields) {
      const kids = resolveOrNull(pair.newer, field.dict.get('Kids'))
      for (const kid of Array.isArray(kids) ? kids : []) {
        if (!(kid instanceof PdfRef) || seen.has(kid.num)) continue
        seen.add(kid.num)
        pending.push(kid.num)
      }
    } else if (
      isTextual(field) &&
      !isRefilled(pair, field) &&
      !appearanceShowsValue(pair.contents, pair.newer, field)
    ) {
      const message = `Field ${field.name} is to be drawn anew, and will show another text than before`
      pair.log.reject('appearance_mismatch', message)
    }
  }
}

/** A field whose value is new in this revision shows another text by right; its own change is judged apart. */
function isRefilled(pair: RevisionPair, { num, value }: FieldState): boolean {
  const before = readFieldState(pair.older, num)
  return before !== undefined && !sameValue(pair.older, before.value, pair.newer, value)
}

function isTextual({ type }: FieldState): boolean {
  return type === 'Tx' || type === 'Ch'
}
