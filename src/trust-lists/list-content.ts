/**
 * The content of a trusted list as plain data that can be kept as JSON.
 *
 * @module
 */

import type { ServicePeriod } from '../trust/qualified.js'

/** A certificate that a service is known by, with what it is found by. */
export interface ListedCertificate {
  /** Base64. */
  readonly der: string
  /** See {@link subjectHash}. */
  readonly subject: string
}

/** A service as it is kept. */
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
  /** What follows `TSLType/` in the address: `EUgeneric`, `EUlistofthelists`. */
  readonly type: string
  /** Certificates that may sign the list, base64. */
  readonly signers: readonly string[]
}

/** A list that was authenticated and read. */
export interface ListContent {
  readonly version: number
  readonly sequenceNumber: number
  /** What follows `TSLType/` in the address. */
  readonly type: string
  readonly territory: string
  readonly operator: string
  /** ISO 8601. */
  readonly issuedAt: string
  readonly nextUpdate: string | null
  /** Addresses of information about the scheme: in a list of lists the pivots and the publications of the signers. */
  readonly informationUris: readonly string[]
  readonly pointers: readonly ListPointer[]
  readonly services: readonly ListedService[]
}
