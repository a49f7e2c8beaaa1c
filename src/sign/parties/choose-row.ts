/**
 * Chooses which row of the certificate page a signature fills in.
 *
 * @module
 */
import { type AuditParties, type AuditParty, isSameAddress } from '../../audit/parties.js'
import { SealwrightError } from '../../errors.js'
import { invalidOption } from '../../input/check-options.js'
import type { FormField } from '../../pdf/forms.js'
import type { PdfRef } from '../../pdf/objects.js'
import { isLanguage } from '../../texts/texts.js'
import type { CertificateBrand } from '../certificate/brand.js'
import { OWN_PALETTE } from '../certificate/certificate-look.js'
import type { ParsedParty, ParsedSignRequest } from '../request/request.js'
import type { SignOptions } from '../sign-options.js'
import type { DocumentRows } from './find-rows.js'

/** The row of the signer. */
interface ChosenRow {
  /** Number of the row, counted from 1. */
  readonly number: number
  readonly party: AuditParty
}

/** The relation of a signature to the parties of its document. */
export interface PartyPlan {
  readonly parties: AuditParties
  /** Last digest of the record that lists them; undefined when this signature's own record does. */
  readonly certificate: string | undefined
  /** Reference to that record in the file. */
  readonly certificateRef: PdfRef | undefined
  /** The signer's row; undefined when the signer is not one of the parties. */
  readonly row: ChosenRow | undefined
}

type Asked = Pick<ParsedSignRequest, 'signer' | 'certificate'>

/** Plans new rows, for the first signature of a document. */
export function planNewRows(
  { signer, certificate }: Asked,
  options: SignOptions,
  fields: readonly FormField[],
): PartyPlan | undefined {
  const { parties: given = [], party } = certificate
  if (given.length === 0) {
    if (party === undefined) return undefined
    throw new SealwrightError(
      'party_unknown',
      'The document has no rows for parties: leave out certificate.party, or give certificate.parties.',
    )
  }
  const names = freeNames(fields, given.length)
  const rows = given.map((each, i) => ({ ...each, field: names[i] ?? '' }))
  const candidates = rows.map((each, i) => ({ number: i + 1, party: each }))
  const row = chooseAmong(candidates, signer, party)
  if (row !== undefined) assertNoOtherPlace(options)
  return { parties: { ...lookOf(options.brand), rows }, certificate: undefined, certificateRef: undefined, row }
}

/** Chooses the row of a later signer. */
export function planRow({ signer, certificate }: Asked, options: SignOptions, rows: DocumentRows): PartyPlan {
  const { parties, fields } = rows
  assertSameParties(parties.rows, certificate.parties)
  const candidates = parties.rows.map((each, i) => ({ number: i + 1, party: each }))
  const named = options.field === undefined ? -1 : parties.rows.findIndex(({ field }) => field === options.field)
  const number = certificate.party ?? (named < 0 ? undefined : named + 1)
  const isOpen = ({ number: at }: ChosenRow) => fields[at - 1]?.value === undefined
  const mine = candidates.filter(({ party }) => isSameAddress(party.email, signer.email))
  const row = chooseAmong(number === undefined && mine.some(isOpen) ? mine.filter(isOpen) : candidates, signer, number)
  if (row === undefined) throw unknownParty(signer.email)
  if (named < 0) assertNoOtherPlace(options)
  if (!isOpen(row)) {
    const message = `Row ${row.number} of the certificate page, for ${row.party.email}, is signed already.`
    throw new SealwrightError('party_signed', message)
  }
  return { parties, certificate: rows.certificate, certificateRef: rows.ref, row }
}

/** The row with a number, or the signer's by e-mail address and, among several, by name. */
function chooseAmong(
  rows: readonly ChosenRow[],
  { name, email }: ParsedSignRequest['signer'],
  number: number | undefined,
): ChosenRow | undefined {
  if (number !== undefined) return requireRow(rows, number, email)
  const mine = rows.filter(({ party }) => isSameAddress(party.email, email))
  const called = mine.filter(({ party }) => party.name === name)
  const found = called.length > 0 ? called : mine
  if (found.length < 2) return found[0]
  const numbers = found.map((each) => each.number).join(', ')
  const message = `The rows ${numbers} are all for ${email}: say which with certificate.party.`
  throw invalidRow(message)
}

function requireRow(rows: readonly ChosenRow[], number: number, email: string): ChosenRow {
  const row = rows.find((each) => each.number === number)
  if (row === undefined) {
    throw new SealwrightError('party_unknown', `The certificate page has no row ${number}.`)
  }
  if (isSameAddress(row.party.email, email)) return row
  const message = `Row ${number} of the certificate page is for ${row.party.email}, and the signer is ${email}.`
  throw new SealwrightError('party_unknown', message)
}

function unknownParty(email: string): SealwrightError {
  return new SealwrightError(
    'party_unknown',
    `The certificate page has no row for ${email}: sign as one of the parties, or without a row (certificate.enabled = false; on the command line --no-page).`,
  )
}

function invalidRow(message: string): SealwrightError {
  const errors = [{ pointer: '/certificate/party', code: 'required', message }]
  return new SealwrightError('invalid_request', message, { errors })
}

/** Requires that a repeated list equals the signed one. */
function assertSameParties(rows: readonly AuditParty[], given: readonly ParsedParty[] | undefined): void {
  if (given === undefined) return
  const isSame =
    given.length === rows.length &&
    rows.every(({ name, email, role }, i) => {
      const other = given[i]
      return other?.name === name && isSameAddress(other.email, email) && other.role === role
    })
  if (isSame) return
  throw new SealwrightError(
    'already_signed',
    'The first signature has set down who the parties are, and certificate.parties lists others: leave it out.',
  )
}

/** Refuses another place, since a signature has only one. */
function assertNoOtherPlace({ field, appearance }: SignOptions): void {
  if (field === undefined && appearance === undefined) return
  const name = field === undefined ? 'appearance' : 'field'
  throw invalidOption([name], `The signer's signature is drawn in a row of the certificate page: leave out ${name}.`)
}

function freeNames(fields: readonly FormField[], count: number): string[] {
  const used = new Set(fields.map(({ name }) => name.split('.')[0]))
  const names: string[] = []
  for (let number = 1; names.length < count; number++) {
    const name = `Party${number}`
    if (!used.has(name)) names.push(name)
  }
  return names
}

/** Language, zone and colours that all rows of a document share. Rows use the languages that verifiers know. */
function lookOf({ language, timeZone, colors }: CertificateBrand = {}): Omit<AuditParties, 'rows'> {
  const primary = language?.split('-')[0]?.toLowerCase()
  const plain = (color: string | undefined, fallback: string) => color?.slice(1).toUpperCase() ?? fallback
  return {
    language: isLanguage(primary) ? primary : 'en',
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(colors === undefined
      ? {}
      : {
          colors: {
            text: plain(colors.text, OWN_PALETTE.ink),
            label: plain(colors.label, OWN_PALETTE.quiet),
            accent: plain(colors.accent, OWN_PALETTE.accent),
          },
        }),
  }
}
