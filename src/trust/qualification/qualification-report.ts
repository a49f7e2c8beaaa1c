/**
 * What the report says about whether a signature or time stamp is qualified. Plain data.
 *
 * @module
 */

import type { Finding } from '../trust-report.js'

/** `unknown` where the lists contradict each other, or say something that is not known here. */
export type Answer = 'yes' | 'no' | 'unknown'

/** What the trusted lists made of a certificate at one time (ETSI TS 119 615, 4.4). */
export interface CertificateQualification {
  /** ISO 8601. */
  readonly time: string
  readonly qualified: Answer
  /** What it is for: a person's signatures, an organization's seals, websites. */
  readonly type: 'esig' | 'eseal' | 'web' | 'unknown'
  /** Whether the key is in a qualified device for creating signatures or seals. */
  readonly qscd: Answer
  /** The service that issued it, as its list calls it; null where none is listed. */
  readonly service: string | null
  /** The service's status at the time, such as `granted` or `withdrawn`. */
  readonly status: string | null
  readonly reasons: readonly Finding[]
}

/**
 * Legal effect of a signature by Regulation (EU) No 910/2014. `QESig` has that of a handwritten signature (art. 25); `QESeal` is
 * its counterpart of an organization; `-QC` has a qualified certificate, but the key is not known to be in a qualified device.
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
   * What it would be if the signature were `TOTAL-PASSED`: what the lists make of the certificate, whatever is open about the
   * signature itself.
   */
  readonly ofCertificate: QualificationResult
  /** At the certificate's own beginning. */
  readonly atIssuance: CertificateQualification
  /** At the best known time of the signature. */
  readonly atSigning: CertificateQualification
  /** The provider, as the list calls it. */
  readonly provider: string | null
  readonly service: string | null
  /** Country of the list. */
  readonly country: string | null
  /** Why it is not more than `result`; empty for a qualified signature or seal. */
  readonly reasons: readonly Finding[]
}
