/**
 * Describes a report in words for a terminal.
 *
 * @module
 */

import type {
  DocumentChange,
  PartyState,
  QualificationReport,
  QualificationResult,
  SignerReport,
  VerificationReport,
} from '../../src/index.js'
import { legible, type painter } from './terminal.js'

interface DescribeOptions {
  readonly paint: ReturnType<typeof painter>
  /** Whether to print only the verdict. */
  readonly quiet: boolean
}

/** Describes the verdict on a file, each signature, and every change after it. */
export function describeReport(name: string, report: VerificationReport, { paint, quiet }: DescribeOptions): string {
  const verdict = verdictOn(report)
  const head = `${paint([VERDICT_COLORS[verdict], 'bold'], verdict)}  ${paint('bold', legible(name))}`
  if (quiet) return `${head}  ${legible(report.reason)}`
  const { document, signers } = report
  const lines = [head, `  ${legible(report.reason)}`]
  for (const [index, signer] of signers.entries())
    for (const line of ['', ...describeSigner(signer, index + 1, paint)]) lines.push(line)
  for (const line of describeParties(document.parties ?? [], paint)) lines.push(line)
  const facts = [`SHA-256 ${document.sha256}`, `${document.size} bytes`]
  if (document.pageCount !== null) facts.push(`${document.pageCount} ${document.pageCount === 1 ? 'page' : 'pages'}`)
  if (document.title !== null) facts.push(`"${legible(document.title)}"`)
  lines.push('', `  ${paint('dim', facts.join(', '))}`)
  return lines.join('\n')
}

const STATES = { signed: 'signed', unsigned: 'not yet signed', doubtful: 'signed, but not validly' } as const

/** Lists which parties have signed, where the certificate page has a row for each. */
function describeParties(parties: readonly PartyState[], paint: DescribeOptions['paint']): string[] {
  if (parties.length === 0) return []
  const color = { signed: 'green', unsigned: 'yellow', doubtful: 'red' } as const
  const lines = parties.map(({ name, role, state }) => {
    const who = role === null ? name : `${name} (${role})`
    return `  ${legible(who)}: ${paint(color[state], STATES[state])}`
  })
  return ['', ...lines]
}

/** The outcome of a report, in plain words. */
type Verdict = 'VALID' | 'NOT VALID' | 'NOT SIGNED' | 'NOT PROVED'

const VERDICT_COLORS = { VALID: 'green', 'NOT VALID': 'red', 'NOT SIGNED': 'red', 'NOT PROVED': 'yellow' } as const

/**
 * `NOT PROVED` means that nothing is known to be broken, but something that must be known is not. A signature that the caller's
 * own policy refuses is not valid.
 */
export function verdictOn({ valid, signers, document }: VerificationReport): Verdict {
  if (valid) return 'VALID'
  if (signers.length === 0)
    return document.damage.every(({ code }) => code === 'trailing_bytes') ? 'NOT SIGNED' : 'NOT VALID'
  const isOpen = ({ status, policy }: SignerReport) => status === 'indeterminate' && policy.status === 'valid'
  return signers.every((signer) => signer.status === 'valid' || isOpen(signer)) ? 'NOT PROVED' : 'NOT VALID'
}

const EFFECTS: Readonly<Record<QualificationResult, string>> = {
  QESig: 'Qualified electronic signature',
  QESeal: 'Qualified electronic seal',
  'AdESig-QC': 'Advanced electronic signature with a qualified certificate',
  'AdESeal-QC': 'Advanced electronic seal with a qualified certificate',
  AdESig: 'Advanced electronic signature',
  AdESeal: 'Advanced electronic seal',
  'not AdES': 'Not an advanced electronic signature',
  indeterminate: 'Legal effect not certain',
}

/** Describes the qualification: "Qualified electronic signature, provider, country", or a lower level with the reasons. */
function describeEffect({ result, provider, country, reasons }: QualificationReport): string {
  const who = [provider, country].filter((each) => each !== null).join(', ')
  const why = reasons[0]?.message
  return `${EFFECTS[result]}${who === '' ? '' : `, ${who}`}${why === undefined ? '' : `: ${why}`}`
}

function describeSigner(signer: SignerReport, number: number, paint: DescribeOptions['paint']): string[] {
  const color = { valid: 'green', invalid: 'red', indeterminate: 'yellow' } as const
  const status = paint(color[signer.status], signer.status)
  const lines = [`  ${number}. ${paint('bold', legible(whoSigned(signer)))}  ${status}`]
  const say = (text: string) => lines.push(`     ${legible(text)}`)
  say(whoseWord(signer))
  say(whenSigned(signer))
  if (signer.padesLevel !== null) say(`PAdES ${signer.padesLevel}`)
  if (signer.qualification !== undefined) say(describeEffect(signer.qualification))
  if (signer.reason !== null) say(`Reason: ${signer.reason}`)
  for (const sentence of describeChanges(signer)) say(sentence)
  for (const { code, message } of signer.reasons) lines.push(`     ${paint('red', '✗')} ${legible(message)} (${code})`)
  for (const { code, message } of signer.warnings) {
    lines.push(`     ${paint('yellow', '!')} ${legible(message)} (${code})`)
  }
  return lines
}

function describeChanges({ changes, coverage, integrity, fieldName }: SignerReport): string[] {
  if (changes.changes.length > 0) {
    return changes.changes.map((change) => {
      const verdict = change.permitted ? 'permitted' : `not permitted${whoDenies(change, fieldName)}`
      return `Changed since, in revision ${change.revision}, ${verdict}: ${change.description}`
    })
  }
  const isIntact = coverage.status === 'valid' && integrity.status === 'valid'
  const isUnchanged = isIntact && changes.status === 'valid' && changes.level === 'none'
  return [isUnchanged ? 'Nothing has been changed since.' : 'What has been changed since cannot be told.']
}

/** Names the signatures that deny a change. Empty for the signature in whose list the change is printed. */
function whoDenies({ deniedBy }: DocumentChange, fieldName: string): string {
  if (deniedBy === undefined) return ' by your policy'
  return deniedBy.includes(fieldName) ? '' : ` by ${deniedBy.map((name) => `"${name}"`).join(', ')}`
}

function whoSigned({ kind, name, email, fieldName }: SignerReport): string {
  if (kind === 'document-timestamp') return `Document time stamp "${fieldName}"`
  if (name === null) return `Signature "${fieldName}" without a name`
  return email === null ? name : `${name} <${email}>`
}

function whoseWord({ nameSource, trust, sealedByThisService }: SignerReport): string {
  if (sealedByThisService) return 'Sealed with one of your own keys.'
  if (trust.status === 'trusted') return 'The name is proved: its certificate leads to an anchor.'
  if (nameSource === 'audit') return 'The name is what the audit record says; nothing proves it.'
  if (nameSource === 'claimed') return 'The name is only claimed; nothing proves it.'
  return nameSource === null ? 'Nothing says who signed.' : 'The name is that of a certificate that anyone can make.'
}

function whenSigned({ signedAt, signedAtSource }: SignerReport): string {
  if (signedAt === null) return 'Nothing says when.'
  if (signedAtSource === 'timestamp') return `Signed before ${signedAt}: a time stamp proves it.`
  if (signedAtSource === 'claimed') return `Signed at ${signedAt}, by the signer's own clock.`
  return `Signed before ${signedAt}, by a time stamp that anyone may have made.`
}
