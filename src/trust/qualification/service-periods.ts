/**
 * What holds for a service at a time (ETSI TS 119 612, 5.5.4 and annex J; TS 119 615, 4.3).
 *
 * @module
 */

import type { ServicePeriod, TrustService } from './trust-service.js'

/** When Regulation (EU) No 910/2014 (eIDAS) began to apply: 1 July 2016 in Brussels. */
const EIDAS_START = new Date('2016-06-30T22:00:00Z')

/** Whether a moment is after the law of before July 2016. */
export function isUnderEidas(time: Date): boolean {
  return time >= EIDAS_START
}

/** What holds for a service at a time; undefined before its first entry. */
export function periodAt({ periods }: TrustService, time: Date): ServicePeriod | undefined {
  return periods.find(({ since }) => Date.parse(since) <= time.getTime())
}

/** Statuses by which a state approved of a service before July 2016. */
const APPROVED_BEFORE: ReadonlySet<string> = new Set(['undersupervision', 'supervisionincessation', 'accredited'])
/** States of services that are not qualified, which a country lists anyway. */
const APPROVED_NATIONALLY: ReadonlySet<string> = new Set(['recognisedatnationallevel', 'setbynationallaw'])

/** Whether a state approved of a qualified service, by the names that statuses had at the time. */
export function isGranted({ status }: ServicePeriod, time: Date): boolean {
  return isUnderEidas(time) ? status === 'granted' : APPROVED_BEFORE.has(status) || status === 'granted'
}

/** Whether what holds in a period makes the service an anchor. Lists outside of the EU use the names of before on. */
function isApproved({ status }: ServicePeriod): boolean {
  return status === 'granted' || APPROVED_BEFORE.has(status) || APPROVED_NATIONALLY.has(status)
}

/** Types whose certificates issue others, or sign time stamps. */
const ANCHOR_TYPES = {
  'document-signing': /^(?:CA\/|NationalRootCA-QC|AATL)/,
  'time-stamping': /^(?:CA\/|NationalRootCA-QC|TSA|AATL)/,
} as const

export type AnchorPurpose = keyof typeof ANCHOR_TYPES

/** Whether a service is one whose certificates may be anchors at all. */
export function isAnchorService({ periods }: TrustService): boolean {
  return periods.some(({ type }) => ANCHOR_TYPES['time-stamping'].test(type))
}

/**
 * Whether a service is an anchor for a certificate: its state approved of it when the certificate was issued, or at some time from
 * then until the moment in question. A service that was withdrawn later does not take back what it had issued: whether that is
 * still qualified is another question.
 *
 * @param issued when the certificate was issued
 * @param time the moment in question
 */
export function isAnchorBetween(service: TrustService, purpose: AnchorPurpose, issued: Date, time: Date): boolean {
  return service.periods.some((period, i) => {
    const begin = Math.max(Date.parse(period.since), issued.getTime())
    const newer = service.periods[i - 1]
    const end = Math.min(newer === undefined ? Number.POSITIVE_INFINITY : Date.parse(newer.since) - 1, time.getTime())
    return begin <= end && ANCHOR_TYPES[purpose].test(period.type) && isApproved(period)
  })
}
