/**
 * Decides whether a signature, a seal or a time stamp is qualified (ETSI TS 119 615, 4.5 to 4.8; Regulation (EU) No 910/2014,
 * art. 32 and 40).
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import type { Finding, Indication, TimestampQualification } from '../trust-report.js'
import type { SignerQualification } from './conclude-qualification.js'
import { isOfCountry } from './match-service.js'
import { EXTENSION_UNKNOWN, nearestServices, qualifyCertificate, SERVICES_CONTRADICT } from './qualify-certificate.js'
import { isGranted, periodAt } from './service-periods.js'
import type { ListedServices, ServicePeriod } from './trust-service.js'

/**
 * Qualifies the certificate of a signature at both times.
 *
 * @param path path of the signer, leaf first
 * @param listed services of all lists, of which those of the EU count
 * @param time the best known time of the signature
 */
export function qualifySigner(
  path: readonly Certificate[],
  listed: ListedServices,
  time: Date,
): SignerQualification | undefined {
  const [certificate] = path
  if (certificate === undefined) return undefined
  const own = { ...listed, services: listed.services.filter(({ list }) => list.kind === 'eu') }
  return {
    atIssuance: qualifyCertificate(path, own, certificate.notBefore),
    atSigning: qualifyCertificate(path, own, time),
  }
}

/**
 * Qualifies a time stamp. It is qualified if a service for qualified time stamps was granted when it was made.
 *
 * @param path path of the authority, leaf first
 * @param time the time in the time stamp
 */
export function qualifyTimestamp(
  path: readonly Certificate[],
  { services, missingCountries }: ListedServices,
  time: Date,
  indication: Indication,
): TimestampQualification {
  const stamping = services.filter(
    ({ list, periods }) => list.kind === 'eu' && periods.some(({ type }) => type.startsWith('TSA')),
  )
  const present = nearestServices(path, stamping).flatMap((service) => {
    const period = periodAt(service, time)
    return period === undefined ? [] : [{ service, period }]
  })
  const qualified = present.filter(({ period }) => period.type === 'TSA/QTST')
  const granted = qualified.filter(({ period }) => isGranted(period, time))
  const [chosen] = [...granted, ...present]
  const facts = {
    provider: chosen?.service.provider ?? null,
    service: chosen?.period.name ?? null,
    country: chosen?.service.list.territory ?? null,
  }
  if (present.length === 0 && isOfCountry(path, missingCountries)) {
    const message = "The trusted list of the authority's country could not be read."
    return { result: 'indeterminate', ...facts, reasons: [{ code: 'trust_list_missing', message }] }
  }
  if (granted.length === 0) return { result: 'TST', ...facts, reasons: [notQualified(chosen?.period.status)] }
  const doubt = doubtOf(granted, qualified.length, indication)
  return doubt === undefined
    ? { result: 'QTST', ...facts, reasons: [] }
    : { result: 'indeterminate', ...facts, reasons: [doubt] }
}

/** Why a time stamp of granted services is not known to be qualified. */
function doubtOf(
  granted: readonly { readonly period: ServicePeriod }[],
  listed: number,
  indication: Indication,
): Finding | undefined {
  if (granted.length < listed) return SERVICES_CONTRADICT
  if (granted.some(({ period }) => period.hasUnknownCritical)) return EXTENSION_UNKNOWN
  if (indication === 'TOTAL-PASSED') return undefined
  return { code: 'timestamp_indeterminate', message: 'Whether the time stamp is valid cannot be told for sure.' }
}

function notQualified(status: string | undefined): Finding {
  if (status === undefined) {
    const message = 'The authority is in no trusted list of the EU as one for qualified time stamps.'
    return { code: 'service_not_listed', message }
  }
  return { code: 'service_not_granted', message: `The service for qualified time stamps had the status "${status}".` }
}
