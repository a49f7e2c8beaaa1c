/**
 * The content of a trusted list as plain data that can be kept as JSON.
 *
 * @module
 */

import type { ServicePeriod } from '../trust/qualified.js'

/** A certificate that identifies a service, with the values by which it is found. */
export interface ListedCertificate {
  /** Base64. */
  readonly der: string
  /** See {@link subjectHash}. */
  readonly subject: string
}

/** A service in the form in which it is stored. */
export interface ListedService {
  readonly provider: string
  readonly certificates: readonly ListedCertificate[]
  readonly keyIdentifiers: readonly string[]
  readonly subjectNames: readonly string[]
  readonly periods: readonly ServicePeriod[]
}

/** A pointer to another list. */
export interface ListPointer {
  readonly url: string
  readonly territory: string
  readonly mimeType: string
  /** Type of the list without its address, for example `EUgeneric` or `EUlistofthelists`. */
  readonly type: string
  /** Certificates that may sign the list, base64. */
  readonly signers: readonly string[]
}

/** A list that was authenticated and read. */
export interface ListContent {
  readonly version: number
  readonly sequenceNumber: number
  /** Type of the list without its address. */
  readonly type: string
  readonly territory: string
  readonly operator: string
  /** Time at which the list was issued, ISO 8601. */
  readonly issuedAt: string
  readonly nextUpdate: string | null
  /** Addresses of information about the scheme. A list of lists has its pivots and the publications of its signers here. */
  readonly informationUris: readonly string[]
  readonly pointers: readonly ListPointer[]
  readonly services: readonly ListedService[]
}
