/**
 * Derives statements about a certificate from CRLs (RFC 5280, 6.3): complete ones, partitions by certificates or by reasons,
 * CRLs with delta CRLs, and CRLs of another issuer that the certificate names (indirect CRLs).
 *
 * @module
 */

import { checkSignature, readSignatureScheme } from '../../cms/algorithms.js'
import { equalBytes, OID } from '../../cms/asn1.js'
import { type Certificate, keyUsageOf } from '../../cms/certificates.js'
import { type DistinguishedName, equalNames } from '../../cms/names.js'
import {
  ALL_REASONS,
  type CertificateList,
  crlNumberOf,
  DELTA_CRL_INDICATOR,
  findRevocation,
  REASON,
  type Reasons,
  type Revocation,
} from '../../cms/revocation.js'
import { earliestOf } from '../over-time/algorithm-dates.js'
import type { TrustBudget } from '../paths/trust-paths.js'
import { ISSUING_DISTRIBUTION_POINT, reasonsCovered, scopeOf } from './crl-scope.js'
import type { StoredCrl, StoredItem } from './revocation-data.js'
import {
  isSuspension,
  type RevocationStatement,
  type StatementSigner,
  tellsAboutEnded,
  timeIn,
} from './revocation-statement.js'

/** Functions and budgets that judging CRLs needs. */
interface CrlContext {
  /** The budget for checking a CRL. */
  budgetOf(crl: CertificateList): TrustBudget
  /** Certificates of a name that `issuer`, or one above it, certified to sign CRLs, and that were good at the time. */
  findCrlIssuers(name: DistinguishedName, issuer: Certificate, at: Date): readonly StatementSigner[]
}

/** A CRL with a right signature, as far as it is about one certificate. */
interface AuthenticCrl {
  readonly crl: CertificateList
  readonly item: StoredItem
  readonly signer: StatementSigner
  /** The encoding of its scope; `undefined` without one. */
  readonly scope: Uint8Array | undefined
  /** The reasons for revocation that it covers. */
  readonly reasons: Reasons
  readonly number: bigint | undefined
  /** The number of the CRL that a delta CRL adds to; `undefined` for other CRLs. */
  readonly base: bigint | undefined
  readonly entry: Revocation | undefined
}

/**
 * Judges CRLs, and returns the statements about a certificate that follow from them.
 *
 * @param crls CRLs of its issuer, and of issuers that its distribution points name
 */
export function judgeCrls(
  crls: readonly StoredCrl[],
  certificate: Certificate,
  issuer: Certificate,
  context: CrlContext,
): RevocationStatement[] {
  const authentic = crls.flatMap((stored) => readAuthentic(stored, certificate, issuer, context) ?? [])
  const complete = authentic.filter(({ base }) => base === undefined)
  const deltas = authentic.filter(({ base }) => base !== undefined)
  const told = [...complete.map(tellAlone), ...deltas.flatMap((delta) => tellDelta(delta, complete))]
  const whole = told.filter(({ reasons, statement }) => reasons === ALL_REASONS || statement.status === 'revoked')
  const parts = told.filter((each) => !whole.includes(each) && tellsAboutEnded(each.statement, certificate))
  return [...whole.map(({ statement }) => statement), ...uniteParts(parts)]
}

/** Supported CRL extensions, which may be critical. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ISSUING_DISTRIBUTION_POINT,
  DELTA_CRL_INDICATOR,
  OID.expiredCertsOnCrl,
])

function readAuthentic(
  { crl, item }: StoredCrl,
  certificate: Certificate,
  issuer: Certificate,
  context: CrlContext,
): AuthenticCrl | undefined {
  try {
    if (crl.extensions.some(({ oid, critical }) => critical && !KNOWN_EXTENSIONS.has(oid))) return undefined
    const scope = scopeOf(crl)
    const reasons = reasonsCovered(crl, scope, certificate)
    if (reasons === 0) return undefined
    const signer = findSigner(crl, certificate, issuer, context)
    if (signer === undefined) return undefined
    return {
      ...{ crl, item, signer, scope: scope.encoded, reasons },
      number: crlNumberOf(crl),
      base: crlNumberOf(crl, DELTA_CRL_INDICATOR),
      entry: findRevocation(crl, certificate, scope.scope.isIndirect),
    }
  } catch {
    return undefined
  }
}

/**
 * The signer of a CRL. In the name of the issuer, it must be the key that issued the certificate, since another CA may have
 * the same name. Otherwise it must be an issuer that the certificate itself names (6.3.3, f and g).
 */
function findSigner(
  crl: CertificateList,
  certificate: Certificate,
  issuer: Certificate,
  context: CrlContext,
): StatementSigner | undefined {
  const scheme = readSignatureScheme(crl.signatureAlgorithm)
  if (scheme === undefined || scheme.digest?.name === 'md5') return undefined
  const isOwn = equalNames(crl.issuer, certificate.issuer) && equalNames(crl.issuer, issuer.subject)
  const candidates = isOwn
    ? [{ certificate: issuer, issuer: undefined }]
    : context.findCrlIssuers(crl.issuer, issuer, crl.thisUpdate)
  return candidates.find(({ certificate: signer }) => {
    const usage = keyUsageOf(signer)
    if (usage !== undefined && !usage.has('cRLSign')) return false
    const check = () => checkSignature(scheme, signer.publicKey, [crl.tbs], crl.signature) === 'match'
    return context.budgetOf(crl).isSignedBy(crl, signer, check)
  })
}

/** A statement with the reasons that it covers. */
interface Told {
  readonly reasons: Reasons
  readonly statement: RevocationStatement
}

function tellAlone(own: AuthenticCrl): Told {
  const revocation = own.entry?.reason === REASON.removeFromCRL ? undefined : own.entry
  return { reasons: own.reasons, statement: statementOf([own], own, revocation) }
}

/**
 * Statements of a delta CRL with the newest complete CRL that it can be combined with (6.3.3, c). A delta CRL alone can state
 * a revocation; only both together can state that there was none.
 */
function tellDelta(delta: AuthenticCrl, complete: readonly AuthenticCrl[]): Told[] {
  const { entry, reasons } = delta
  const [base] = complete
    .filter((each) => isBaseOf(each, delta))
    .sort((a, b) => b.crl.thisUpdate.getTime() - a.crl.thisUpdate.getTime())
  if (base === undefined) {
    if (entry === undefined || entry.reason === REASON.removeFromCRL) return []
    return [{ reasons, statement: statementOf([delta], delta, entry) }]
  }
  return [{ reasons, statement: statementOf([base, delta], delta, changeBy(entry, base.entry)) }]
}

/**
 * Applies a delta entry. removeFromCRL only cancels suspensions: expired certificates are removed too, which does not make
 * them good.
 */
function changeBy(change: Revocation | undefined, before: Revocation | undefined): Revocation | undefined {
  if (change === undefined) return before
  if (change.reason !== REASON.removeFromCRL) return change
  return isSuspension({ revocation: before }) ? undefined : before
}

function isBaseOf(complete: AuthenticCrl, delta: AuthenticCrl): boolean {
  const { number, scope } = complete
  if (number === undefined || delta.number === undefined || delta.base === undefined) return false
  const isSameScope =
    scope === undefined || delta.scope === undefined ? scope === delta.scope : equalBytes(scope, delta.scope)
  return (
    isSameScope &&
    equalNames(complete.crl.issuer, delta.crl.issuer) &&
    equalBytes(complete.signer.certificate.publicKey.der, delta.signer.certificate.publicKey.der) &&
    number >= delta.base &&
    number < delta.number &&
    complete.crl.thisUpdate <= delta.crl.thisUpdate
  )
}

/** @param newest CRL whose dates count (5.2.4) */
function statementOf(
  parts: readonly AuthenticCrl[],
  { crl }: AuthenticCrl,
  revocation: Revocation | undefined,
): RevocationStatement {
  return {
    ...{ revocation, thisUpdate: crl.thisUpdate, nextUpdate: crl.nextUpdate },
    status: revocation === undefined ? 'good' : 'revoked',
    source: 'crl',
    signers: parts.map(({ signer }) => signer),
    signatureAlgorithms: parts.map((part) => part.crl.signatureAlgorithm),
    items: parts.map(({ item }) => item),
    retainedSince: timeIn(crl.extensions, OID.expiredCertsOnCrl),
  }
}

/**
 * Combines CRLs for some reasons (6.3.3). They state together that there was no revocation if they cover all reasons; the
 * newest ones are used.
 */
function uniteParts(parts: readonly Told[]): RevocationStatement[] {
  let covered: Reasons = 0
  const used: RevocationStatement[] = []
  const newestFirst = parts.toSorted((a, b) => b.statement.thisUpdate.getTime() - a.statement.thisUpdate.getTime())
  for (const { reasons, statement } of newestFirst) {
    if ((reasons & ~covered) === 0) continue
    covered |= reasons
    used.push(statement)
  }
  const last = used.at(-1)
  if (covered !== ALL_REASONS || last === undefined) return []
  const [retained, ends] = [used.map(({ retainedSince }) => retainedSince), used.map(({ nextUpdate }) => nextUpdate)]
  const united: RevocationStatement = {
    ...last,
    nextUpdate: ends.includes(undefined) ? undefined : earliestOf(...ends),
    signers: used.flatMap(({ signers }) => signers),
    signatureAlgorithms: used.flatMap(({ signatureAlgorithms }) => signatureAlgorithms),
    items: used.flatMap(({ items }) => items),
    retainedSince: retained.includes(undefined) ? undefined : latestOf(retained),
  }
  return [united]
}

function latestOf(moments: readonly (Date | undefined)[]): Date | undefined {
  return moments.reduce(
    (last, moment) => (last === undefined || (moment !== undefined && moment > last) ? moment : last),
    undefined,
  )
}
