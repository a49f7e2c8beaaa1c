/**
 * The verdict on a document: whether it is valid, and why, in one sentence.
 *
 * @module
 */
import { quoteText } from './foreign-text.js'
import type { DocumentReport, Finding, SignerReport, VerificationReport } from './report.js'

/** Draws the verdict from the results of the signatures, in signing order. */
export function concludeReport(signers: readonly SignerReport[], document: DocumentReport): VerificationReport {
  const signatures = signers.filter(({ kind }) => kind === 'signature')
  const signer = signatures.at(-1) ?? signers.at(-1) ?? null
  // A time stamp that is alone in a document is its signature, and has to be fully valid.
  const isAccepted = signatures.length > 0 ? isAcceptable : ({ status }: SignerReport) => status === 'valid'
  const faulty = signers.find(({ status }) => status === 'invalid') ?? signers.find((entry) => !isAccepted(entry))
  const unconfirmed = explainUnconfirmed(document.damage)
  const valid = signers.length > 0 && faulty === undefined && unconfirmed.length === 0
  const reason =
    signers.length === 0
      ? explainUnsigned(document)
      : valid
        ? explainValid(signers, signatures)
        : [...(faulty === undefined ? [] : [explainFault(faulty)]), ...unconfirmed].join(' ')
  return { valid, reason, signer, signers, document }
}

/**
 * True for a time stamp whose result does not affect the document. If the host does not know its authority, it proves no
 * time, but does not harm the signatures. What was changed after it still has to be permitted.
 */
function isAcceptable({ kind, status, coverage, integrity, changes, policy }: SignerReport): boolean {
  if (kind === 'signature') return status === 'valid'
  const isSound = [coverage, integrity, changes, policy].every((check) => check.status === 'valid')
  return isSound && changes.changes.every(({ permitted }) => permitted)
}

function explainFault({ fieldName, status, reasons, policy }: SignerReport): string {
  const [fault] = reasons
  const isRefused = fault !== undefined && policy.findings.includes(fault)
  const verdict = isRefused ? 'intact, but not accepted' : status
  return `The signature in field ${quoteText(fieldName)} is ${verdict}: ${fault?.message ?? 'It cannot be judged.'}`
}

/**
 * The reason for a document without signatures. An incomplete file may hold signatures outside of its last whole revision,
 * and then "not signed" would be wrong.
 */
function explainUnsigned({ damage }: DocumentReport): string {
  const sentences = damage.map(({ message }) => message).join(' ')
  if (isUnreadable(damage)) return `The file cannot be verified: ${sentences}`
  return damage.length === 0 ? 'The document is not signed.' : `The document is not signed. ${sentences}`
}

/** Sentences that the first fault does not tell: that there may be more signatures than the report lists. */
function explainUnconfirmed(damage: readonly Finding[]): string[] {
  return damage.flatMap(({ code, message }) => (code === 'signature_unconfirmed' ? [message] : []))
}

/** True when damage may have destroyed or hidden signatures. Stray bytes after the end hold none. */
export function isUnreadable(damage: readonly Finding[]): boolean {
  return damage.some(({ code }) => code !== 'trailing_bytes')
}

function explainValid(signers: readonly SignerReport[], signatures: readonly SignerReport[]): string {
  if (signatures.length === 0) {
    const unchecked = signers.some(({ trust }) => trust.status === 'not_evaluated')
    const whose = unchecked ? `; whose it is was not checked, ${NO_ANCHORS}` : ''
    return `The document carries an intact time stamp, but no signature of a person${whose}.`
  }
  const changed = signers.some(({ changes }) => changes.level !== 'none')
  const changes = changed ? 'all later changes are permitted' : 'nothing has been changed since'
  return `${describeSeals(signatures)}, and ${changes}${describeUnknown(signatures)}${describeTime(signatures)}.`
}

/** A clause that says what is missing for the proof of time, so that "intact" is not read as "signed in time". */
function describeTime(signatures: readonly SignerReport[]): string {
  const open = new Set(signatures.map(openQuestion))
  return [
    open.has('time') ? '; that it was signed before the certificate expired is claimed, but not proved' : '',
    open.has('revocation')
      ? '; that it was signed before the certificate expired is proved, but not that the certificate had not been revoked by then'
      : '',
    open.has('status') ? '; whether the certificate has been revoked is not known' : '',
  ].join('')
}

/**
 * What is not proved of a signature whose certificate leads to an anchor. `time`: that it was made before the certificate
 * expired. `revocation`: that the certificate had not been revoked by then (EN 319 102-1, 5.5.4, step 4). `status`: whether a
 * certificate of its path was revoked.
 */
export function openQuestion(signer: SignerReport): 'time' | 'revocation' | 'status' | undefined {
  const { trust, indication, subIndication, certificate, signedAt, signedAtSource } = signer
  if (trust.status !== 'trusted' || indication !== 'INDETERMINATE') return undefined
  if (subIndication === 'REVOCATION_OUT_OF_BOUNDS_NO_POE') return 'revocation'
  if (subIndication === 'TRY_LATER') return 'status'
  if (subIndication?.startsWith('OUT_OF_BOUNDS') !== true) return undefined
  const isProved = signedAtSource === 'timestamp' || signedAtSource === 'host'
  const isInTime = signedAt !== null && certificate !== null && Date.parse(signedAt) <= Date.parse(certificate.notAfter)
  return isProved && isInTime ? 'revocation' : 'time'
}

const NO_ANCHORS = 'because no trust anchors were given'

function describeSeals(signatures: readonly SignerReport[]): string {
  const own = signatures.filter(({ sealedByThisService }) => sealedByThisService).length
  const intact = signatures.length === 1 ? 'The signature is intact' : `All ${signatures.length} signatures are intact`
  if (own === 0) return intact
  return own === signatures.length
    ? `${intact} and made by this service`
    : `${intact}, ${own} of them made by this service`
}

/** A clause that says when nobody checked who signed, so that "intact" is not read as "signed by the right person". */
function describeUnknown(signatures: readonly SignerReport[]): string {
  const unknown = signatures.filter(
    ({ trust, sealedByThisService }) => trust.status === 'not_evaluated' && !sealedByThisService,
  )
  if (unknown.length === 0) return ''
  const what = unknown.length === signatures.length ? 'who signed' : 'who made the others'
  return `; ${what} was not checked, ${NO_ANCHORS}`
}
