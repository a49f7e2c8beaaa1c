/**
 * Decides whether a certificate was qualified at a time, for which purpose, and with its key in a qualified device (ETSI TS
 * 119 615, 4.4 and 4.5).
 *
 * @module
 */

import { type Certificate, type QcStatements, type QcType, qcStatementsOf } from '../../cms/certificates.js'
import type { Finding } from '../trust-report.js'
import { type CapturedQualifiers, captureQualifiers } from './criteria.js'
import { isIdentityOf, isOfCountry } from './match-service.js'
import type { Answer, CertificateQualification } from './qualification-report.js'
import { isGranted, isUnderEidas, periodAt } from './service-periods.js'
import type { ListedServices, ServicePeriod, TrustService } from './trust-service.js'

/** A service that issued a certificate, with what applied to it at the time. */
interface Issuing {
  readonly service: TrustService
  readonly period: ServicePeriod
}

/** The answers before they become a report. */
type Answers = Pick<CertificateQualification, 'qualified' | 'type' | 'qscd'> & { readonly reasons: readonly Finding[] }

/** The result with the service on which it is based. */
export interface CertificateResult {
  readonly report: CertificateQualification
  readonly service: TrustService | undefined
}

/**
 * Qualifies a certificate.
 *
 * @param path the certificate with its issuers, leaf first
 * @param listed services of EU lists that may be meant
 */
export function qualifyCertificate(
  path: readonly Certificate[],
  listed: ListedServices,
  time: Date,
): CertificateResult {
  const [certificate] = path
  if (certificate === undefined) return resultOf(time, undefined, unlisted(path, listed, 'unknown'))
  const statements = qcStatementsOf(certificate)
  const nearest = nearestServices(path.slice(1), listed.services.filter(isIssuer))
  if (nearest.length === 0) {
    return resultOf(time, undefined, unlisted(path, listed, certificateType(certificate, statements)))
  }
  const present = nearest.flatMap((service) => {
    const period = periodAt(service, time)
    return period === undefined ? [] : [{ service, period }]
  })
  const qualifying = present.filter(({ period }) => period.type === 'CA/QC')
  if (qualifying.length === 0) {
    const reasons = [
      finding('service_not_qualified', 'The issuer was not listed as a service for qualified certificates.'),
    ]
    const answers = plain(certificateType(certificate, statements), reasons)
    return resultOf(time, present[0] ?? (nearest[0] && { service: nearest[0], period: undefined }), answers)
  }
  return conclude(time, certificate, statements, qualifying)
}

/**
 * Services of the certificate nearest to the leaf: what a list says about an issuing CA overrides what it says about its
 * root.
 */
export function nearestServices(path: readonly Certificate[], services: readonly TrustService[]): TrustService[] {
  for (const certificate of path) {
    const found = services.filter((service) => isIdentityOf(service, certificate))
    if (found.length > 0) return found
  }
  return []
}

const isIssuer = ({ periods }: TrustService) =>
  periods.some(({ type }) => type.startsWith('CA/') || type.startsWith('National'))

/** The common result of all services that could have issued the certificate; uncertain if they differ. */
function conclude(
  time: Date,
  certificate: Certificate,
  statements: QcStatements,
  issuing: readonly Issuing[],
): CertificateResult {
  const fitting = issuing.filter(({ period }) => isForType(certificate, statements, period))
  if (fitting.length === 0) {
    const message = 'The service was not listed for certificates of this type.'
    const answers = plain(certificateType(certificate, statements), [finding('service_type_mismatch', message)])
    return resultOf(time, issuing[0], answers)
  }
  const answers = fitting.map((each) => answersOf(certificate, statements, each, time))
  const [first] = answers
  const [chosen] = fitting
  if (first !== undefined && answers.every((each) => isSame(each, first))) return resultOf(time, chosen, first)
  return resultOf(time, chosen, {
    qualified: 'unknown',
    type: 'unknown',
    qscd: 'unknown',
    reasons: [SERVICES_CONTRADICT],
  })
}

export const SERVICES_CONTRADICT: Finding = {
  code: 'services_contradict',
  message: 'Several entries of trusted lists are about the issuer and contradict each other.',
}
export const EXTENSION_UNKNOWN: Finding = {
  code: 'extension_unknown',
  message: 'The list says something about the service that is not known here.',
}

const isSame = (a: Answers, b: Answers) => a.qualified === b.qualified && a.type === b.type && a.qscd === b.qscd

/**
 * True for a service that is listed for the type that the certificate states, or for the one that its qualifiers state. Since
 * July 2016, the certificate or a qualifier must state the type (TS 119 615, table 1). A service for legal persons issues
 * nothing for signatures. A certificate of unknown type is not held against the service.
 */
function isForType(certificate: Certificate, statements: QcStatements, period: ServicePeriod): boolean {
  if (!isUnderEidas(certificate.notBefore)) return true
  const { certain } = captureQualifiers(period, certificate)
  const own = certificateType(certificate, statements)
  if (own === 'unknown') return true
  const stated = statedTypes(certain)
  return [own, ...(stated.length === 1 ? stated : [])].some((type) => {
    if (type === 'esig' && certain.has('QCForLegalPerson')) return false
    return period.additionalInfo.includes(INFO_OF[type])
  })
}

/** The types that qualifiers state. */
function statedTypes(qualifiers: ReadonlySet<string>): QcType[] {
  return USAGES.filter(([, qualifier]) => qualifiers.has(qualifier)).map(([type]) => type)
}

const USAGES: readonly (readonly [QcType, string])[] = [
  ['esig', 'QCForESig'],
  ['eseal', 'QCForESeal'],
  ['web', 'QCForWSA'],
]
const INFO_OF: Readonly<Record<QcType, string>> = {
  esig: 'ForeSignatures',
  eseal: 'ForeSeals',
  web: 'ForWebSiteAuthentication',
}

function statusMessage({ status, since }: ServicePeriod): string {
  if (status !== 'granted') return `The service's status was "${status}".`
  return `The list gives the service the status "granted" since ${since.slice(0, 10)}, before that status existed.`
}

function answersOf(certificate: Certificate, statements: QcStatements, { period }: Issuing, time: Date): Answers {
  const own = certificateType(certificate, statements)
  if (!isGranted(period, time)) return plain(own, [finding('service_not_granted', statusMessage(period))])
  if (period.hasUnknownCritical) {
    return { qualified: 'unknown', type: own, qscd: 'unknown', reasons: [EXTENSION_UNKNOWN] }
  }
  const captured = captureQualifiers(period, certificate)
  const qualified = qualifiedBy(certificate, statements, captured)
  if (qualified.answer !== 'yes') {
    return {
      qualified: qualified.answer,
      type: own,
      qscd: qualified.answer === 'no' ? 'no' : 'unknown',
      reasons: qualified.reasons,
    }
  }
  const type = typeBy(own, captured, period)
  const qscd = deviceBy(certificate, statements, captured, period)
  return { qualified: 'yes', type: type.answer, qscd: qscd.answer, reasons: [...type.reasons, ...qscd.reasons] }
}

/** An answer, with reasons why it is not the best. */
interface Reasoned<T> {
  readonly answer: T
  readonly reasons: readonly Finding[]
}

const contradicted = <T>(answer: T, message: string): Reasoned<T> => ({
  answer,
  reasons: [finding('qualifiers_contradict', message)],
})

function qualifiedBy(
  certificate: Certificate,
  statements: QcStatements,
  captured: CapturedQualifiers,
): Reasoned<Answer> {
  const { certain, possible } = captured
  if (certain.has('NotQualified') && certain.has('QCStatement')) {
    return contradicted('unknown', 'The list calls the certificate qualified and not qualified.')
  }
  if (certain.has('NotQualified')) {
    return {
      answer: 'no',
      reasons: [finding('not_qualified_by_list', 'The list says that the certificate is not qualified.')],
    }
  }
  if (possible.has('NotQualified')) return contradicted('unknown', CRITERIA_UNKNOWN)
  if (certain.has('QCStatement') || claimsQualified(certificate, statements)) return { answer: 'yes', reasons: [] }
  if (possible.has('QCStatement')) return contradicted('unknown', CRITERIA_UNKNOWN)
  const message = 'The certificate does not say that it is qualified, and neither does the list.'
  return { answer: 'no', reasons: [finding('certificate_not_qualified', message)] }
}

const CRITERIA_UNKNOWN = 'The list has criteria for the certificate that are not known here.'

/**
 * True when the certificate claims to be qualified: since July 2016 by QcCompliance under EU law, before also by the policies
 * QCP and QCP+.
 */
function claimsQualified({ notBefore }: Certificate, statements: QcStatements): boolean {
  if (isUnderEidas(notBefore)) return statements.isCompliant && statements.legislation.length === 0
  return statements.isCompliant || statements.hasPolicy
}

/** Purpose stated in the certificate. Before July 2016, qualified certificates were for signatures only. */
function certificateType({ notBefore }: Certificate, statements: QcStatements): CertificateQualification['type'] {
  const [type, other] = statements.types
  if (!isUnderEidas(notBefore)) return statements.isCompliant || statements.hasPolicy ? 'esig' : (type ?? 'unknown')
  if (other !== undefined) return 'unknown'
  return type ?? (statements.isCompliant ? 'esig' : 'unknown')
}

function typeBy(
  own: CertificateQualification['type'],
  { certain, possible }: CapturedQualifiers,
  period: ServicePeriod,
): Reasoned<CertificateQualification['type']> {
  const contradiction = typeContradiction(certain, period)
  if (contradiction !== undefined) return contradicted('unknown', contradiction)
  if (!isUnderEidas(new Date(period.since))) return { answer: 'esig', reasons: [] }
  const [stated] = statedTypes(certain)
  if (stated !== undefined) return { answer: stated, reasons: [] }
  if (USAGES.some(([, qualifier]) => possible.has(qualifier))) return contradicted('unknown', CRITERIA_UNKNOWN)
  if (own !== 'unknown') return { answer: own, reasons: [] }
  const message = 'Neither the certificate nor the list says whether it is for signatures or seals.'
  return { answer: 'unknown', reasons: [finding('certificate_type_unknown', message)] }
}

/** How an entry contradicts itself about the type of a certificate; undefined when it does not. */
function typeContradiction(certain: ReadonlySet<string>, { since, additionalInfo }: ServicePeriod): string | undefined {
  const stated = statedTypes(certain)
  const [type] = stated
  const listed = Object.values(INFO_OF).filter((info) => additionalInfo.includes(info))
  if (!isUnderEidas(new Date(since))) {
    const isOther = stated.some((each) => each !== 'esig') || (listed.length === 1 && listed[0] !== INFO_OF.esig)
    return isOther ? 'Before July 2016, the list names a type that only existed afterwards.' : undefined
  }
  if (stated.length > 1) return 'The list names several types for the certificate.'
  if (type === undefined) return undefined
  if (type === 'esig' && certain.has('QCForLegalPerson')) {
    return 'The list says that the certificate is for signatures, and that it is for a legal person.'
  }
  const isUnlisted = listed.length > 0 && !listed.includes(INFO_OF[type])
  return isUnlisted ? 'The list names a type for the certificate for which the service is not listed.' : undefined
}

/** Qualifiers about devices, since July 2016 and before. */
const DEVICE_QUALIFIERS = {
  now: { yes: ['QCWithQSCD', 'QCQSCDManagedOnBehalf'], asInCertificate: ['QCQSCDStatusAsInCert'], no: ['QCNoQSCD'] },
  before: { yes: ['QCWithSSCD'], asInCertificate: ['QCSSCDStatusAsInCert'], no: ['QCNoSSCD'] },
} as const

/** Names of before July 2016 that mean nothing since, unless the name of today stands beside them. */
const OUTDATED: readonly (readonly [string, string])[] = [
  ['QCWithSSCD', 'QCWithQSCD'],
  ['QCNoSSCD', 'QCNoQSCD'],
]

/** Whether the key is in a qualified device. An entry that contradicts itself proves nothing, so the answer is no. */
function deviceBy(
  certificate: Certificate,
  statements: QcStatements,
  { certain, possible }: CapturedQualifiers,
  { since }: ServicePeriod,
): Reasoned<Answer> {
  const isNow = isUnderEidas(new Date(since))
  const names = isNow ? DEVICE_QUALIFIERS.now : DEVICE_QUALIFIERS.before
  const groups: readonly (readonly string[])[] = [names.yes, names.asInCertificate, names.no]
  const stated = groups.filter((group) => group.some((qualifier) => certain.has(qualifier)))
  if (stated.length > 1) return contradicted('no', 'The list contradicts itself about the device of the key.')
  if (groups.some((group) => group.some((qualifier) => possible.has(qualifier)))) {
    return contradicted('unknown', CRITERIA_UNKNOWN)
  }
  if (isNow && OUTDATED.some(([old, current]) => certain.has(old) && !certain.has(current))) {
    return contradicted('no', 'What the list says about the device of the key has not been valid since July 2016.')
  }
  const [group] = stated
  if (group === names.yes) return { answer: 'yes', reasons: [] }
  if (group === names.no) return { answer: 'no', reasons: [finding('device_not_qualified', DEVICE_BY_LIST)] }
  const hasDevice = isUnderEidas(certificate.notBefore)
    ? statements.hasDevice
    : statements.hasDevice || statements.hasDevicePolicy
  return hasDevice
    ? { answer: 'yes', reasons: [] }
    : { answer: 'no', reasons: [finding('device_not_qualified', DEVICE_UNSTATED)] }
}

const DEVICE_BY_LIST = 'The list says that the key is not in a qualified device.'
const DEVICE_UNSTATED = 'Neither the certificate nor the list says that the key is in a qualified device.'

/** A service may still stand in a list that could not be read: then nothing is known about it. */
function unlisted(
  path: readonly Certificate[],
  { missingCountries }: ListedServices,
  type: CertificateQualification['type'],
): Answers {
  if (isOfCountry(path.slice(1), missingCountries)) {
    const message = "The trusted list of the issuer's country could not be read."
    return { qualified: 'unknown', type, qscd: 'unknown', reasons: [finding('trust_list_missing', message)] }
  }
  const message = 'The issuer of the certificate is in no trusted list of the EU.'
  return plain(type, [finding('service_not_listed', message)])
}

function plain(type: CertificateQualification['type'], reasons: readonly Finding[]): Answers {
  return { qualified: 'no', type, qscd: 'no', reasons }
}

function finding(code: string, message: string): Finding {
  return { code, message }
}

function resultOf(
  time: Date,
  issuing: { readonly service: TrustService; readonly period: ServicePeriod | undefined } | undefined,
  { qualified, type, qscd, reasons }: Answers,
): CertificateResult {
  const period = issuing?.period
  const name = period?.name ?? issuing?.service.periods[0]?.name
  const report: CertificateQualification = {
    time: time.toISOString(),
    qualified,
    type,
    qscd,
    service: name ?? null,
    status: period?.status ?? null,
    reasons,
  }
  return { report, service: issuing?.service }
}
