/**
 * Limits on the size of a signing request.
 *
 * @module
 */

import { AUDIT_LIMITS } from '../../audit/audit-limits.js'

const MB = 1024 * 1024

/**
 * Limits on a signing request without its document. They leave a wide margin for signing ceremonies, and keep the certificate
 * page readable.
 */
export const SIGN_REQUEST_LIMITS = {
  /** Events of the audit trail. */
  maxEvents: 1000,
  /** Free-form `data` of one event and `metadata`, as JSON in UTF-8, in bytes. */
  maxDataBytes: 64 * 1024,
  /** All free-form data together, in bytes. */
  maxTotalDataBytes: MB,
  /** Nesting of free-form data. */
  maxDataDepth: 32,
  /** Length of an event's type, in characters. */
  maxEventTypeLength: 100,
  /** Length of the event id, in characters. */
  maxEventIdLength: 200,
  /** Length of a signer's name, in characters. */
  maxNameLength: 200,
  /** Length of an e-mail address (RFC 5321, 4.5.3.1.3), in bytes. */
  maxEmailBytes: 254,
  /** Length of a user agent, in characters. Some name dozens of products. */
  maxUserAgentLength: 2048,
  /** Lengths of a document's name, a reason, a location and the name of a field, in characters. */
  maxDocumentNameLength: 500,
  maxReasonLength: 1000,
  maxLocationLength: 200,
  maxFieldNameLength: 1000,
  /** Parties of one document. */
  maxParties: AUDIT_LIMITS.maxParties,
  /** Length of a party's role, in characters. */
  maxRoleLength: 100,
  /** Faults reported for one request. */
  maxReportedIssues: 100,
} as const
