/**
 * The trailer of an increment (ISO 32000-2, 7.5.5 and, for cross-reference streams, 7.5.8.2). Every key must be known, every
 * value must have its type, and entries about the document must lead to existing objects.
 *
 * @module
 */

import { ByteWriter } from '../../pdf/codecs.js'
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/reading.js'
import { writeObject } from '../../pdf/writing.js'
import type { FaultList } from './grammar-breach.js'
import { PRIVATE_TRAILER_KEYS } from './known-writers.js'

/** Context for checking the trailer of an increment. */
interface TrailerContext {
  readonly trailer: PdfDict
  readonly isStream: boolean
  /** The file with this increment, and without it. */
  readonly document: PdfDocument
  readonly previous: PdfDocument
}

type Check = (value: PdfObject, context: TrailerContext) => boolean

const isInteger = (value: PdfObject): value is number => typeof value === 'number' && Number.isInteger(value)

/** Entries that describe the file. */
const FILE_KEYS: Readonly<Record<string, Check>> = {
  Size: (value, context) => isInteger(value) && isRightSize(value, context),
  Prev: (value, { previous }) => value === previous.sections[0]?.offset,
  Root: (value, { document }) => isThere(document, value),
  Info: (value, context) =>
    isThere(context.document, value) ||
    isSameReference(value, context.previous.trailer.get('Info')) ||
    (value instanceof PdfDict && isSameEntry(context.previous.trailer.get('Info'), value)),
  Encrypt: (value, { document, previous }) =>
    isSameReference(value, previous.trailer.get('Encrypt')) || isEncryption(value, document),
  // The MAC over the file (ISO/TS 32004) is another after each change; no reader draws from it.
  AuthCode: (value) => value instanceof PdfDict,
  XRefStm: (value, { isStream }) => !isStream && isInteger(value),
  ID: (value) => Array.isArray(value) && value.length === 2 && value.every((item) => item instanceof PdfString),
}

/** Entries of cross-reference streams only, whose form was checked before. */
const STREAM_KEYS: ReadonlySet<string> = new Set(['Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'])

/** Checks every entry of a trailer. */
export function checkTrailer(faults: FaultList, context: TrailerContext): void {
  const clause = context.isStream ? '7.5.8.2' : '7.5.5'
  const add = (what: string) => faults.add('trailer_malformed', what, clause)
  const { trailer, previous } = context
  for (const [key, value] of trailer.entries) {
    const check = FILE_KEYS[key]
    const isRight = check?.(value, context) ?? (isHarmless(key, context) || isCarriedOver(key, context))
    if (isRight) continue
    add(
      check === undefined
        ? `the trailer has an entry that no trailer has, /${printable(key)}`
        : `the trailer's entry /${key} is not what it should be`,
    )
  }
  for (const key of ['Size', 'Prev', 'Root']) if (!trailer.has(key)) add(`the trailer has no /${key}`)
  if (previous.trailer.has('Encrypt') !== trailer.has('Encrypt')) add('the trailer drops or adds /Encrypt')
}

/** True for an entry that says nothing about the document, or whose form was checked before. */
function isHarmless(key: string, { isStream }: TrailerContext): boolean {
  return PRIVATE_TRAILER_KEYS.has(key) || (isStream && STREAM_KEYS.has(key))
}

/**
 * True for an unchanged private entry of the original file, which no reader draws from. PDFBox merges the trailers of all
 * revisions.
 */
function isCarriedOver(key: string, { document, previous }: TrailerContext): boolean {
  const after = document.trailer.get(key)
  return after !== undefined && previous.sections.some(({ trailer }) => isSameEntry(trailer.get(key), after))
}

function isSameEntry(before: PdfObject | undefined, after: PdfObject): boolean {
  if (before === undefined) return false
  if (before instanceof PdfString && after instanceof PdfString) {
    return latin1Text(before.bytes) === latin1Text(after.bytes)
  }
  return notation(before) === notation(after)
}

function notation(object: PdfObject): string {
  const out = new ByteWriter(256)
  writeObject(out, object)
  return latin1Text(out.view())
}

function printable(key: string): string {
  return key.slice(0, 40).replace(/[^\x21-\x7e]/g, '?')
}

/**
 * True for a permitted /Size: the highest number in the chain plus one, or up to an earlier /Size, since some programs
 * reserve numbers. With more entries, MuPDF rebuilds the file, and others allocate memory for all of them.
 *
 * PDFBox uses the highest number of the increment alone, and @cantoo/pdf-lib that of the numbers it knows. No reader drops
 * older objects because of that, as long as it covers the increment. A size that is too small only matters if it makes some
 * reader search the file (`leavesOutOlder`).
 */
function isRightSize(size: number, { document, previous }: TrailerContext): boolean {
  const reserved = numberOf(previous.trailer.get('Size')) ?? 0
  // PDFBox does not list the cross-reference stream in itself, but counts its number.
  const needed = Math.max(document.xref.size, (document.sections[0]?.streamNumber ?? 0) + 1)
  return size >= ownSize(document) && size <= Math.max(needed, reserved) + SPARE_NUMBERS
}

/** The highest number of the newest section plus one. */
function ownSize({ sections }: PdfDocument): number {
  const section = sections[0]
  if (section === undefined) return 0
  let size = (section.streamNumber ?? -1) + 1
  for (const { first, types } of section.subsections) size = Math.max(size, first + types.length)
  return size
}

/** True when the newest /Size is below numbers of older revisions, which would count as missing (7.5.5). */
export function leavesOutOlder({ xref, trailer }: PdfDocument): boolean {
  return (numberOf(trailer.get('Size')) ?? 0) < xref.size
}

/**
 * Extra numbers in /Size: `@signpdf/placeholder-plain` counts one too many. A number without an object is null for every
 * reader.
 */
const SPARE_NUMBERS = 1

function isThere(document: PdfDocument, value: PdfObject): value is PdfRef {
  return value instanceof PdfRef && document.xref.generationOf(value.num) === value.gen
}

function isSameReference(value: PdfObject, older: PdfObject | undefined): boolean {
  return value instanceof PdfRef && older instanceof PdfRef && value.num === older.num && value.gen === older.gen
}

/**
 * A dictionary, there or as an object outside of object streams, which could not be read without it. What is encrypted
 * in which way is compared elsewhere.
 */
function isEncryption(value: PdfObject, document: PdfDocument): boolean {
  if (document.encryption === undefined) return false
  return value instanceof PdfDict || (isThere(document, value) && document.xref.get(value.num)?.type === 'in-use')
}
