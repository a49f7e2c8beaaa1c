/**
 * What a signature permits to change after it: DocMDP and FieldMDP transforms, and locks of signature fields (ISO 32000-2,
 * 12.8.2 and 12.7.5.5).
 *
 * A restriction that cannot be read counts as the strictest of its kind. Otherwise a slip in its spelling, or a form that
 * was prepared for it, would lift what the signer asked for.
 *
 * @module
 */
import { smallest } from '../../lists.js'
import type { PdfDocument } from '../document.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../objects.js'
import { decodeTextString } from '../syntax/text-string.js'
import { readFields, signedFields } from './acro-form.js'

type Permission = 1 | 2 | 3

/**
 * The permission (1 to 3) of a signature's DocMDP transform, the strictest where there are several; `undefined` without one
 * (12.8.2.2).
 */
export function docMdpPermission(document: PdfDocument, signature: PdfDict): Permission | undefined {
  const permissions = transformsOf(document, signature).flatMap(({ method, reference }) => {
    if (method === undefined) return [1 as const]
    return method === 'DocMDP' ? [permissionOf(document, reference)] : []
  })
  return permissions.length === 0 ? undefined : (smallest(permissions) as Permission)
}

/** The permission in a reference; 2 when /P is absent. */
function permissionOf(document: PdfDocument, reference: PdfDict): Permission {
  const params = document.lookupDict(reference, 'TransformParams')
  const value = params === undefined ? null : document.lookup(params, 'P')
  if (value === null) return 2
  const permission = numberOf(value)
  // An unknown value must not permit more than the minimum.
  return permission === 2 || permission === 3 ? permission : 1
}

/** A signature reference dictionary (Table 256). The method is `undefined` where the dictionary has none that can be read. */
interface Transform {
  readonly method: string | undefined
  readonly reference: PdfDict
}

/** The references of a signature. Some readers take a single dictionary for a list of one, so it counts as one. */
function transformsOf(document: PdfDocument, signature: PdfDict): Transform[] {
  const value = document.lookup(signature, 'Reference')
  if (value === null) return []
  return (Array.isArray(value) ? value : [value]).flatMap((item) => {
    const reference = document.resolve(item)
    if (reference === null) return []
    if (!(reference instanceof PdfDict)) return { method: undefined, reference: new PdfDict() }
    return { method: nameOf(document.lookup(reference, 'TransformMethod')), reference }
  })
}

/**
 * The permission that certification gives the document (/Perms /DocMDP); `undefined` when it is not certified.
 *
 * A dictionary that no signature field holds was signed by nobody. It may restrict what is permitted, but not allow the
 * comments that only a certification allows.
 */
export function certificationPermission(document: PdfDocument): Permission | undefined {
  const perms = document.lookupDict(document.catalog, 'Perms')
  const signature = perms === undefined ? undefined : document.lookupDict(perms, 'DocMDP')
  if (perms === undefined || signature === undefined) return undefined
  const permission = docMdpPermission(document, signature) ?? 2
  return permission < 3 || isHeldByField(document, perms.get('DocMDP'), signature) ? permission : 2
}

function isHeldByField(document: PdfDocument, value: PdfObject | undefined, dict: PdfDict): boolean {
  return signedFields(document, readFields(document)).some(({ dict: field, signature }) => {
    if (signature === dict) return true
    const held = field.get('V')
    return value instanceof PdfRef && held instanceof PdfRef && held.num === value.num
  })
}

/** Which fields a signature locks (12.8.2.4, 12.7.5.5). */
export interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude'
  readonly fields: readonly string[]
}

/** Locks every field. */
const LOCKS_ALL: FieldLock = { action: 'All', fields: [] }

/** Reads a /Lock dictionary with an /Action; `undefined` for one that only has a permission (/P). */
export function readFieldLock(document: PdfDocument, dict: PdfDict): FieldLock | undefined {
  const onlyPermits = document.lookup(dict, 'Action') === null && document.lookup(dict, 'P') !== null
  return onlyPermits && document.lookup(dict, 'Fields') === null ? undefined : readLock(document, dict)
}

function readLock(document: PdfDocument, dict: PdfDict): FieldLock {
  const action = nameOf(document.lookup(dict, 'Action'))
  if (action !== 'Include' && action !== 'Exclude') return LOCKS_ALL
  const items = document.lookupArray(dict, 'Fields')?.map((item) => document.resolve(item))
  // A name that cannot be read may be that of any field.
  const isReadable = items?.every((item) => item instanceof PdfString) === true
  if (action === 'Include' && !isReadable) return LOCKS_ALL
  const names = (items ?? []).flatMap((item) => (item instanceof PdfString ? [decodeTextString(item.bytes)] : []))
  return { action, fields: names }
}

/** The FieldMDP locks that a signature put on the form when it was made. */
export function fieldLocks(document: PdfDocument, signature: PdfDict): FieldLock[] {
  return transformsOf(document, signature).flatMap(({ method, reference }) => {
    if (method === undefined) return [LOCKS_ALL]
    if (method !== 'FieldMDP') return []
    const params = document.lookupDict(reference, 'TransformParams')
    return [params === undefined ? LOCKS_ALL : readLock(document, params)]
  })
}

/** True when the lock covers the field with this fully qualified name; a named field covers its descendants. */
export function locksField(lock: FieldLock, name: string): boolean {
  if (lock.action === 'All') return true
  const { names, lengths } = spelledNames(lock)
  const wanted = spelled(lock, name)
  let isNamed = false
  for (let end = wanted.length; end > 0 && !isNamed; end = wanted.lastIndexOf('.', end - 1)) {
    isNamed = lengths.has(end) && names.has(wanted.slice(0, end))
  }
  return lock.action === 'Include' ? isNamed : !isNamed
}

/** The names of a lock, and their lengths: each field of a form is looked up, and a lock may name all of them. */
interface SpelledNames {
  readonly names: ReadonlySet<string>
  readonly lengths: ReadonlySet<number>
}

const SPELLED = new WeakMap<FieldLock, SpelledNames>()

function spelledNames(lock: FieldLock): SpelledNames {
  let found = SPELLED.get(lock)
  if (found === undefined) {
    const names = new Set(lock.fields.map((field) => spelled(lock, field)))
    found = { names, lengths: new Set(Array.from(names, ({ length }) => length)) }
    SPELLED.set(lock, found)
  }
  return found
}

/** A name as it is compared. Readers differ on what belongs to a name, and whatever one of them locks is locked. */
function spelled({ action }: FieldLock, name: string): string {
  return action === 'Include' ? withoutCodes(name) : name
}

/**
 * A text without what some readers leave out: codes of languages between two escape characters (7.9.2.2), and the
 * character 0.
 */
function withoutCodes(text: string): string {
  const parts = text.replaceAll('\0', '').split('\u001b')
  return parts.filter((_, i) => i % 2 === 0).join('')
}
