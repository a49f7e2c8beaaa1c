/**
 * New fields of the form (ISO 32000-2, 12.7.4): signature fields, and groups that hold nothing else.
 *
 * @module
 */
import { paintsNothing } from '../../../ink/index.js'
import { type FieldState, readFieldState } from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import type { DrawnPair } from '../drawn-pair.js'
import { labelOf, terminalFields } from '../fields/form-field.js'
import { findShapeFault, type ShapeFault, sortKids } from '../fields/new-field-shape.js'
import { oncePerPair } from '../once-per-pair.js'
import { accept, reject, type Verdict } from '../verdict.js'
import { isTimestamp, isVisible, judgeSignatureValue } from './signature-value.js'
import { judgeDescription } from './spoken-text.js'

/** Deepest nesting of new fields. */
const MAX_DEPTH = 8
/** Most kids of a new field. A group is added for one signature, and a signature has few widgets. */
const MAX_KIDS = 100

/**
 * Judges a field that is new in a list of fields, with everything below it.
 *
 * @param parent Number of the field whose /Kids list it; `undefined` for one that the form lists.
 */
export function* judgeNewField(pair: DrawnPair, num: number, parent?: number, depth = 0): Generator<Verdict> {
  const field = readFieldState(pair.newer, num)
  if (field === undefined || !pair.isFresh(num) || depth > MAX_DEPTH) {
    yield reject('field_added', `Object ${num}, which was not a field of the form, was made one`)
    return
  }
  const name = labelOf(field)
  const sorted = sortKids(pair, field.dict)
  if (sorted === undefined || sorted.kids.length > MAX_KIDS) {
    yield reject('field_added', `Field ${name} was added with kids that are not all fields or all its widgets`)
    return
  }
  if (sorted.isGroup) {
    yield* judgeNewGroup(pair, field, parent)
    for (const kid of sorted.kids) yield* judgeNewField(pair, kid, num, depth + 1)
    return
  }
  const fault = findFieldFault(pair, field, parent)
  if (fault !== undefined) yield fault
  else if (resolveOrNull(pair.newer, field.value) === null) yield* judgeEmptyField(pair, field, name)
  else yield* judgeNewSignature(pair, field, name)
}

/** Judges a new group, which may only give a name and a type to the fields below it. */
function* judgeNewGroup(pair: DrawnPair, field: FieldState, parent: number | undefined): Generator<Verdict> {
  const fault = findShapeFault(pair, field.dict, 'group', parent)
  if (fault !== undefined) yield describeShape(fault, `Field group ${labelOf(field)}`)
  else if (isNameTaken(pair, field)) yield nameTaken(field)
}

function findFieldFault(pair: DrawnPair, field: FieldState, parent: number | undefined): Verdict | undefined {
  const name = labelOf(field)
  if (field.type !== 'Sig') return reject('field_added', `Form field ${name} added`)
  const what = `Signature field ${name}`
  const fault = findShapeFault(pair, field.dict, 'field', parent)
  if (fault !== undefined) return describeShape(fault, what)
  for (const { num, dict } of field.widgets) {
    if (!pair.isFresh(num)) {
      return reject('signature_field_retargeted', `${what} was added on an object that existed before`)
    }
    const fault = num === field.num ? undefined : findShapeFault(pair, dict, 'widget', field.num)
    if (fault !== undefined) return describeShape(fault, `A widget of signature field ${name}`)
  }
  return isNameTaken(pair, field) ? nameTaken(field) : undefined
}

function describeShape({ isActive, detail }: ShapeFault, what: string): Verdict {
  return isActive
    ? reject('signature_field_active', `${what} was added with an action or a layer of its own`)
    : reject('field_added', `${what} was added ${detail}`)
}

function nameTaken(field: FieldState): Verdict {
  return reject('field_name_taken', `A second field with the name ${labelOf(field)} was added`)
}

/** Judges a new field without a signature. It may paint nothing at all, whatever its flags, since anybody can add one. */
function* judgeEmptyField(pair: DrawnPair, field: FieldState, name: string): Generator<Verdict> {
  if (!field.widgets.every(({ dict }) => paintsNothing(pair, dict))) {
    yield reject('empty_signature_drawn', `Signature field ${name} was added without a signature, but with a drawing`)
  }
  yield* judgeDescription(pair, field, name)
  const code = isVisible(pair, field) ? 'visible_signature_field_added' : 'signature_field_added'
  // The prompt in an empty field comes from the reader, so it explains no ink in the file.
  yield { ...accept('form-filling', code, `Signature field ${name} added`, field.name), shows: [] }
}

function* judgeNewSignature(pair: DrawnPair, field: FieldState, name: string): Generator<Verdict> {
  yield* judgeSignatureValue(pair, field, name)
  const visible = isVisible(pair, field)
  if (isTimestamp(pair, field) && !visible) {
    yield* judgeDescription(pair, field, name)
    yield { ...accept('validation-data', 'document_timestamp_added', `Document time stamp ${name} added`), shows: [] }
  } else {
    const code = visible ? 'visible_signature_field_added' : 'signature_added'
    const shows = field.widgets.map(({ num }) => num)
    yield { ...accept('form-filling', code, `Signature ${name} added`, field.name), shows }
  }
}

/** Names of all fields and groups of the older state, computed for the first new field. */
const olderNames = oncePerPair(collectNames)

/** True when another field or group has the name, or a group has a name that begins with it. */
function isNameTaken(pair: DrawnPair, { name }: FieldState): boolean {
  return olderNames(pair).has(name)
}

function collectNames(pair: DrawnPair): Set<string> {
  const names = new Set<string>()
  for (const num of terminalFields(pair, pair.older)) {
    let name = readFieldState(pair.older, num)?.name ?? ''
    // A group's name is the beginning of its fields' names.
    while (!names.has(name)) {
      names.add(name)
      name = name.slice(0, Math.max(0, name.lastIndexOf('.')))
    }
  }
  names.delete('')
  return names
}
