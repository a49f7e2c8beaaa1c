/**
 * Writes the document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2.2).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { deflateSync } from '../../platform/deflation.js'
import { createHash } from '../../platform/hashes.js'
import type { PdfDocument } from '../document.js'
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../objects.js'
import type { IncrementWriter } from './increment-writer.js'

/** Validation data for a store, as encodings. */
export interface DssMaterial {
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

/** Lists of the store, with their contents. */
const LISTS = [
  ['Certs', 'certificates'],
  ['CRLs', 'crls'],
  ['OCSPs', 'ocsps'],
] as const

/** Size in bytes below which compression saves nothing. */
const MIN_COMPRESSED_BYTES = 512

/**
 * Adds what the store lacks. Existing contents stay unchanged and come first, including entries of /VRI: a list that became
 * shorter would look suspicious to readers.
 *
 * @param vriKeys names of /VRI entries to write for the same material, in upper-case hexadecimal; none by default
 * @returns the entries of the catalog that change; none when nothing is new
 */
export function addDss(
  document: PdfDocument,
  increment: IncrementWriter,
  material: DssMaterial,
  vriKeys: readonly string[] = [],
): Record<string, PdfObject> {
  const existing = document.lookupDict(document.catalog, 'DSS') ?? new PdfDict({ Type: PdfName.of('DSS') })
  const changes: Record<string, PdfObject> = {}
  const refs: Record<string, readonly PdfObject[]> = {}
  for (const [key, what] of LISTS) {
    const old = document.lookupArray(existing, key) ?? []
    const added = addItems(document, increment, old, material[what], key === 'CRLs')
    refs[key] = added.all
    if (added.isNew) changes[key] = added.list
  }
  if (vriKeys.length > 0) changes['VRI'] = addVri(document, increment, existing, refs, vriKeys)
  if (Object.keys(changes).length === 0) return {}
  const dss = existing.with(changes)
  const object = document.catalog.get('DSS')
  if (object instanceof PdfRef && document.lookupDict(document.catalog, 'DSS') !== undefined) {
    increment.put(object, dss)
    return {}
  }
  return { DSS: increment.add(dss) }
}

interface AddedItems {
  readonly list: PdfObject[]
  /** References to all of the material, new or not. */
  readonly all: readonly PdfObject[]
  readonly isNew: boolean
}

function addItems(
  document: PdfDocument,
  increment: IncrementWriter,
  old: readonly PdfObject[],
  items: readonly Uint8Array[],
  isCompressed: boolean,
): AddedItems {
  const known = new Map<string, PdfObject>()
  for (const item of old) {
    const digest = digestOf(document, item)
    if (digest !== undefined) known.set(digest, item)
  }
  const list = [...old]
  const all = items.map((bytes) => {
    const digest = createHash('sha256').update(bytes).digest('hex')
    const ref = known.get(digest) ?? increment.add(createStream(bytes, isCompressed))
    if (!known.has(digest)) list.push(ref)
    known.set(digest, ref)
    return ref
  })
  return { list, all, isNew: list.length > old.length }
}

function digestOf(document: PdfDocument, item: PdfObject): string | undefined {
  try {
    const stream = document.resolve(item)
    if (!(stream instanceof PdfStream)) return undefined
    return createHash('sha256').update(document.decode(stream)).digest('hex')
  } catch (error) {
    if (error instanceof SealwrightError) return undefined
    throw error
  }
}

/** Certificates and OCSP answers consist of hashes and keys, which do not compress; revocation lists are repetitive. */
function createStream(bytes: Uint8Array, isCompressed: boolean): PdfStream {
  if (!isCompressed || bytes.length < MIN_COMPRESSED_BYTES) return new PdfStream(new PdfDict(), bytes)
  return new PdfStream(new PdfDict({ Filter: PdfName.of('FlateDecode') }), deflateSync(bytes))
}

function addVri(
  document: PdfDocument,
  increment: IncrementWriter,
  existing: PdfDict,
  refs: Record<string, readonly PdfObject[]>,
  keys: readonly string[],
): PdfObject {
  const vri = document.lookupDict(existing, 'VRI') ?? new PdfDict()
  const entry: Record<string, PdfObject> = {}
  // Key names are singular in /VRI (Table 262).
  for (const [key] of LISTS) if ((refs[key] ?? []).length > 0) entry[key.slice(0, -1)] = [...(refs[key] ?? [])]
  const ref = increment.add(new PdfDict(entry))
  const added = Object.fromEntries(keys.filter((key) => !vri.has(key)).map((key) => [key, ref]))
  return vri.with(added)
}

/**
 * The name of a signature's entry in /VRI: SHA-1 of the bytes of /Contents, including padding, as nearly all programs read
 * the standard.
 */
export function vriKeyOf(contents: Uint8Array): string {
  return createHash('sha1').update(contents).digest('hex').toUpperCase()
}
