/**
 * Reads what a signature field requires of its signature: the seed value dictionary (ISO 32000-2, 12.7.5.5, table 237).
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, numberOf, type PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text.js'

/** Entries that can be marked as required, in the order of their bits in /Ff. */
const FLAGGED = [
  'Filter',
  'SubFilter',
  'V',
  'Reasons',
  'LegalAttestation',
  'AddRevInfo',
  'DigestMethod',
  'LockDocument',
  'AppearanceFilter',
] as const

type FlaggedEntry = (typeof FLAGGED)[number]

/** Seed values. Absent entries, and entries of a wrong type, are `undefined`. */
export interface SeedValues {
  /** Entries that must be followed. */
  readonly required: ReadonlySet<FlaggedEntry>
  /** Entries that must be followed but cannot be read. */
  readonly malformed: readonly string[]
  /** True when /Ff marks unknown entries as required. */
  readonly hasUnknownFlags: boolean
  readonly filter: string | undefined
  readonly subFilters: readonly string[] | undefined
  readonly digestMethods: readonly string[] | undefined
  /** Required version of the reader of seed values: 1 for PDF 1.5, 2 for PDF 1.7, 3 for PDF 2.0. */
  readonly version: number | undefined
  readonly reasons: readonly string[] | undefined
  /** 0 for an approval signature, 1 to 3 for a certifying one with these permissions. */
  readonly mdp: number | undefined
  readonly needsTimestamp: boolean
  /** Address of the authority that the field names. */
  readonly timestampUrl: string | undefined
  readonly legalAttestations: readonly string[] | undefined
  readonly addRevInfo: boolean | undefined
  readonly lockDocument: string | undefined
  readonly appearanceFilter: string | undefined
  /** Requirements on the certificate, read by certificate-seed-values.ts. */
  readonly certificate: PdfDict | undefined
}

/** The seed values of a field; `undefined` when it has none. */
export function readSeedValues(document: PdfDocument, field: PdfDict): SeedValues | undefined {
  const dict = document.lookupDict(field, 'SV')
  if (dict === undefined) return undefined
  const flags = numberOf(document.lookup(dict, 'Ff')) ?? 0
  const required = new Set(FLAGGED.filter((_, bit) => (flags & (1 << bit)) !== 0))
  const entry = (key: string) => document.lookup(dict, key)
  const mdp = document.lookupDict(dict, 'MDP')
  const timestamp = document.lookupDict(dict, 'TimeStamp')
  const addRevInfo = entry('AddRevInfo')
  const lock = entry('LockDocument')
  const values = {
    Filter: nameOf(entry('Filter')),
    SubFilter: readList(document, entry('SubFilter'), nameOrText),
    DigestMethod: readList(document, entry('DigestMethod'), nameOrText),
    V: numberOf(entry('V')),
    Reasons: readList(document, entry('Reasons'), textOf),
    LegalAttestation: readList(document, entry('LegalAttestation'), textOf),
    AddRevInfo: typeof addRevInfo === 'boolean' ? addRevInfo : undefined,
    LockDocument: typeof lock === 'boolean' ? String(lock) : nameOf(lock),
    AppearanceFilter: textOf(entry('AppearanceFilter')),
  }
  return {
    required,
    malformed: [...required].filter((key) => entry(key) !== null && values[key] === undefined),
    hasUnknownFlags: flags >>> FLAGGED.length !== 0,
    filter: values.Filter,
    subFilters: values.SubFilter,
    digestMethods: values.DigestMethod,
    version: values.V,
    reasons: values.Reasons,
    mdp: mdp === undefined ? undefined : numberOf(document.lookup(mdp, 'P')),
    timestampUrl: timestamp === undefined ? undefined : textOf(document.lookup(timestamp, 'URL')),
    needsTimestamp: timestamp !== undefined && document.lookup(timestamp, 'Ff') === 1,
    legalAttestations: values.LegalAttestation,
    addRevInfo: values.AddRevInfo,
    lockDocument: values.LockDocument,
    appearanceFilter: values.AppearanceFilter,
    certificate: document.lookupDict(dict, 'Cert'),
  }
}

/** Items of an array, or a single value as one item; `undefined` when any has another type. */
export function readList<T>(
  document: PdfDocument,
  object: PdfObject,
  read: (item: PdfObject) => T | undefined,
): T[] | undefined {
  const items = Array.isArray(object) ? object : object === null ? undefined : [object]
  const values = items?.map((item) => read(document.resolve(item)))
  return values?.every((value): value is T & {} => value !== undefined) ? values : undefined
}

/** The text of a text string. */
export function textOf(object: PdfObject): string | undefined {
  return object instanceof PdfString ? decodeTextString(object.bytes) : undefined
}

/** The text of a name, or of a string, which some programs write instead. */
function nameOrText(object: PdfObject): string | undefined {
  return nameOf(object) ?? textOf(object)
}
