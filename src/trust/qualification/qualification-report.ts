/**
 * The part of the report that says whether a signature or time stamp is qualified, as plain data.
 *
 * @module
 */

import type { Finding } from '../trust-report.js'

/** `unknown` when the lists contradict each other, or have an unknown statement. */
export type Answer = 'yes' | 'no' | 'unknown'

/** Qualification of a certificate at one time by the trusted lists (ETSI TS 119 615, 4.4). */
export interface CertificateQualification {
  /** Time of the qualification, ISO 8601. */
  readonly time: string
  readonly qualified: Answer
  /** Purpose of the certificate: a person's signatures, an organization's seals, websites. */
  readonly type: 'esig' | 'eseal' | 'web' | 'unknown'
  /**
   * Whether the key is in a qualified signature or seal creation device. `no` as well where the list contradicts itself
   * about it.
   */
  readonly qscd: Answer
  /** Name in the list of the service that issued it; null where none is listed. */
  readonly service: string | null
  /** The service's status at the time, for example `granted` or `withdrawn`. */
  readonly status: string | null
  readonly reasons: readonly Finding[]
}

/**
 * Legal effect of a signature by Regulation (EU) No 910/2014. `QESig` has that of a handwritten signature (art. 25), and
 * `QESeal` is the equivalent for an organization. `-QC` has a qualified certificate, but its key is not known to be in a
 * qualified device.
 */
export type QualificationResult =
  | 'QESig'
  | 'QESeal'
  | 'AdESig-QC'
  | 'AdESeal-QC'
  | 'AdESig'
  | 'AdESeal'
  | 'not AdES'
  | 'indeterminate'

/** Whether a signature is qualified, and why. */
export interface QualificationReport {
  readonly result: QualificationResult
  /**
   * The result if the signature were `TOTAL-PASSED`: what the lists say about the certificate, whatever is open about the
   * signature itself.
   */
  readonly ofCertificate: QualificationResult
  /** Qualification at the beginning of the certificate's validity. */
  readonly atIssuance: CertificateQualification
  /** Qualification at the best known time of the signature. */
  readonly atSigning: CertificateQualification
  /** Name of the provider in the list. */
  readonly provider: string | null
  readonly service: string | null
  /** Country of the list. */
  readonly country: string | null
  /** Why it is not more than `result`; empty for a qualified signature or seal. */
  readonly reasons: readonly Finding[]
}
