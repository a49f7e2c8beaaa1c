/**
 * The parties of a document, as the audit record of its first signature lists them.
 *
 * @module
 */
import { isLanguage, type Language } from '../texts/texts.js'
import { AUDIT_LIMITS } from './audit-limits.js'

/** A party who is to sign, with the signature field for it. */
export interface AuditParty {
  readonly name: string
  readonly email: string
  /** Role of the party, for example `Landlord`. */
  readonly role?: string
  /** Fully qualified name of the signature field. */
  readonly field: string
}

/** The rows of a certificate page in their order. Later signers draw their rows in the same language and colours. */
export interface AuditParties {
  readonly language: Language
  /** IANA name of a time zone. Its local time is shown in addition to UTC. */
  readonly timeZone?: string
  /** Colours of the page, each as six hexadecimal digits. */
  readonly colors?: { readonly text: string; readonly label: string; readonly accent: string }
  readonly rows: readonly AuditParty[]
}

/** The row that a signature fills in. */
export interface AuditPartyRow {
  /** Number of the row, counted from 1. */
  readonly row: number
  /** Last digest of the record that lists the rows; absent in that record itself. */
  readonly certificate?: string
}

/**
 * True when two e-mail addresses are equal. Upper and lower case are the same, since hardly any mail server tells them apart.
 */
export function isSameAddress(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()
}

const DIGEST = /^[0-9a-f]{64}$/
const COLOR = /^[0-9A-Fa-f]{6}$/

/** True for a valid member `parties` of a record. */
export function isAuditParties(value: unknown): value is AuditParties {
  if (!isObject(value) || !isLanguage(value['language']) || !isOptionalText(value['timeZone'])) return false
  const { colors, rows } = value
  if (colors !== undefined && !isColors(colors)) return false
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > AUDIT_LIMITS.maxParties) return false
  return rows.every(isAuditParty) && new Set(rows.map(({ field }) => field)).size === rows.length
}

/** True for a valid member `party` of a record. */
export function isAuditPartyRow(value: unknown): value is AuditPartyRow {
  if (!isObject(value)) return false
  const { row, certificate } = value
  if (typeof row !== 'number' || !Number.isInteger(row) || row < 1 || row > AUDIT_LIMITS.maxParties) return false
  return certificate === undefined || (typeof certificate === 'string' && DIGEST.test(certificate))
}

function isAuditParty(value: unknown): value is AuditParty {
  if (!isObject(value)) return false
  const { name, email, role, field } = value
  return [name, email, field].every((text) => typeof text === 'string' && text !== '') && isOptionalText(role)
}

function isColors(value: unknown): boolean {
  if (!isObject(value)) return false
  return ['text', 'label', 'accent'].every((key) => typeof value[key] === 'string' && COLOR.test(value[key]))
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
