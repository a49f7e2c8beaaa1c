/**
 * Determines what applied to a service at a time (ETSI TS 119 612, 5.5.4 and annex J; TS 119 615, 4.3).
 *
 * @module
 */

import type { ServicePeriod, TrustService } from './trust-service.js'

/** Beginning of Regulation (EU) No 910/2014 (eIDAS): 1 July 2016 in Brussels. */
const EIDAS_START = new Date('2016-06-30T22:00:00Z')

/** True from the beginning of eIDAS on. */
export function isUnderEidas(time: Date): boolean {
  return time >= EIDAS_START
}

/** The period of a service at a time; `undefined` before its first entry. */
export function periodAt({ periods }: TrustService, time: Date): ServicePeriod | undefined {
  return periods.find(({ since }) => Date.parse(since) <= time.getTime())
}

/** Statuses of approved services before July 2016. */
const APPROVED_BEFORE: ReadonlySet<string> = new Set(['undersupervision', 'supervisionincessation', 'accredited'])
/** Statuses of services that are not qualified but that a country lists. */
const APPROVED_NATIONALLY: ReadonlySet<string> = new Set(['recognisedatnationallevel', 'setbynationallaw'])

/**
 * True when a state approved of a qualified service, by the statuses of that time. `granted` exists since July 2016: an entry
 * that has it from an earlier day on contradicts itself.
 */
export function isGranted({ status, since }: ServicePeriod, time: Date): boolean {
  if (isUnderEidas(time)) return status === 'granted' && isUnderEidas(new Date(since))
  return APPROVED_BEFORE.has(status)
}

/** True for a status that makes the service an anchor. Lists outside of the EU still use the older ones. */
export function isApproval(status: string): boolean {
  return status === 'granted' || APPROVED_BEFORE.has(status) || APPROVED_NATIONALLY.has(status)
}

/** Types of services whose certificates issue others, or sign time stamps. */
const ANCHOR_TYPES = {
  'document-signing': /^(?:CA\/|NationalRootCA-QC|AATL)/,
  'time-stamping': /^(?:CA\/|NationalRootCA-QC|TSA|AATL)/,
} as const

export type AnchorPurpose = keyof typeof ANCHOR_TYPES

/** True for a service whose certificates can be anchors. */
export function isAnchorService({ periods }: TrustService): boolean {
  return periods.some(({ type }) => ANCHOR_TYPES['time-stamping'].test(type))
}

/**
 * True when a service is an anchor for a certificate: its state approved of it when the certificate was issued, or at some
 * time between then and the moment in question. A later withdrawal of the service does not affect certificates issued before.
 * Whether these are still qualified is a separate question.
 *
 * @param issued when the certificate was issued
 * @param time the moment in question
 */
export function isAnchorBetween(service: TrustService, purpose: AnchorPurpose, issued: Date, time: Date): boolean {
  return service.periods.some((period, i) => {
    const begin = Math.max(Date.parse(period.since), issued.getTime())
    const newer = service.periods[i - 1]
    const end = Math.min(newer === undefined ? Number.POSITIVE_INFINITY : Date.parse(newer.since) - 1, time.getTime())
    return begin <= end && ANCHOR_TYPES[purpose].test(period.type) && isApproval(period.status)
  })
}
