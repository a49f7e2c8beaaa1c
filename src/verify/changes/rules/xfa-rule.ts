/**
 * Forms that are stored twice, as fields and as XFA (ISO 32000-2, 12.7.8). A program that fills in such a form writes the
 * values into both, so that all viewers show the same. Only the data may change, and only to the values with which the fields
 * are filled in.
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { type FieldState, isListBox, readFieldState } from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import { terminalFields } from '../fields/form-field.js'
import { keepsText } from '../fields/kept-value.js'
import { type DataValue, readXfaData, type XfaData } from '../fields/xfa-data.js'
import type { RevisionPair } from '../revision-pair.js'
import { reject, type Verdict } from '../verdict.js'

/** Largest data packet that is read, in bytes. */
const MAX_DATA_BYTES = 1_000_000
/** Entries of a packet's dictionary. */
const PACKET_KEYS = new Set(['Length', 'Filter', 'DecodeParms', 'Type'])
/** Values in XFA of a button that is off. */
const OFF_VALUES = new Set(['', '0', 'off'])

/** Judges the packets of an XFA form whose list of packets is unchanged. */
export function* judgeXfa(pair: RevisionPair, before: PdfObject, after: PdfObject): Generator<Verdict> {
  if (!Array.isArray(before) || !Array.isArray(after)) return
  pair.spend(after.length)
  for (const [i, packet] of after.entries()) {
    if (!(packet instanceof PdfRef) || !pair.changed.has(packet.num)) continue
    // The array alternates between names and packets.
    const label = i % 2 === 1 ? resolveOrNull(pair.newer, after[i - 1]) : null
    if (label instanceof PdfString && decodeTextString(label.bytes) === 'datasets') {
      yield* judgeData(pair, before[i], packet)
    } else {
      yield reject('form_changed', 'The XFA form was changed, not only the values in it')
    }
  }
}

function* judgeData(pair: RevisionPair, before: PdfObject | undefined, after: PdfObject): Generator<Verdict> {
  const [older, newer] = [readData(pair.older, before), readData(pair.newer, after)]
  if (older === undefined || newer === undefined || older.skeleton !== newer.skeleton) {
    yield reject('form_changed', 'The data of the XFA form cannot be compared with what they were')
    return
  }
  let fields: ReadonlyMap<string, FieldState | undefined> | undefined
  for (const [i, value] of newer.values.entries()) {
    if (value.text === older.values[i]?.text) continue
    fields ??= fieldsByPath(pair)
    if (isFilledIn(pair, fields.get(value.path), value)) continue
    const said = `${quoteText(value.text)} at ${quoteText(value.path)}`
    yield reject('form_changed', `The XFA form was given the value ${said}, which no field was filled in with`)
  }
}

function readData(document: PdfDocument, object: PdfObject | undefined): XfaData | undefined {
  const stream = resolveOrNull(document, object)
  if (
    !(stream instanceof PdfStream) ||
    ![...stream.dict.entries.keys()].every((key) => isPacketKey(stream.dict, key))
  ) {
    return undefined
  }
  try {
    const bytes = document.decode(stream, { maxBytes: MAX_DATA_BYTES })
    return readXfaData(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function isPacketKey(dict: PdfDict, key: string): boolean {
  return PACKET_KEYS.has(key) && (key !== 'Type' || nameOf(dict.get(key)) !== undefined)
}

/**
 * Fields by their path in the data; `undefined` for a path that several fields share. Unnamed parts (#subform) have no
 * element.
 */
function fieldsByPath(pair: RevisionPair): Map<string, FieldState | undefined> {
  const fields = new Map<string, FieldState | undefined>()
  for (const num of terminalFields(pair, pair.newer)) {
    const field = readFieldState(pair.newer, num)
    if (field === undefined) continue
    const path = field.name
      .split('.')
      .filter((part) => !part.startsWith('#'))
      .map((part) => (part.endsWith(']') ? part : `${part}[0]`))
      .join('.')
    fields.set(path, fields.has(path) ? undefined : field)
  }
  return fields
}

/** True when this revision filled the value into the field. */
function isFilledIn(pair: RevisionPair, field: FieldState | undefined, { text }: DataValue): boolean {
  const older = field === undefined ? undefined : readFieldState(pair.older, field.num)
  if (field === undefined || older === undefined || isListBox(field) || keepsText(pair, older, field)) return false
  const value = resolveOrNull(pair.newer, field.value)
  const said = value instanceof PdfString ? decodeTextString(value.bytes) : (nameOf(value) ?? '')
  if (field.type === 'Btn' && (said === '' || said === 'Off')) return OFF_VALUES.has(text.toLowerCase())
  return said.replace(/\r\n?/g, '\n') === text.replace(/\r\n?/g, '\n')
}
