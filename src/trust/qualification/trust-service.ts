/**
 * What trusted lists say about a service, as plain data (ETSI TS 119 612, 5.4 and 5.5).
 *
 * @module
 */

/** The list that a service stands in. */
export interface TrustListReference {
  /** What kind of list it is: one that the EU's list of lists points to, Adobe's, or one that the host gave itself. */
  readonly kind: 'eu' | 'adobe' | 'own'
  /** Country as the list names it: `DE`, `EL`, `UK`, `EU`; null for a list without one. */
  readonly territory: string | null
  /** Who keeps the list. */
  readonly operator: string
  readonly sequenceNumber: number | null
  /** ISO 8601. */
  readonly issuedAt: string | null
  /** When the next list was to come at the latest, ISO 8601; null for a list that is closed. */
  readonly nextUpdate: string | null
  /** Whether `nextUpdate` has passed, and the list is used all the same. */
  readonly isStale: boolean
}

/** Which certificates a qualification is about: conditions on what is in them (5.5.9.2.2). */
export type QualifierCriteria =
  | {
      readonly kind: 'list'
      readonly assert: 'all' | 'atLeastOne' | 'none'
      readonly items: readonly QualifierCriteria[]
    }
  /** Bits of the key usage by their names in RFC 5280, and whether they must be set. */
  | { readonly kind: 'key-usage'; readonly bits: Readonly<Record<string, boolean>> }
  /** Certificate policies that must all be there. */
  | { readonly kind: 'policies'; readonly oids: readonly string[] }
  | { readonly kind: 'extended-key-usage'; readonly oids: readonly string[] }
  /** Attributes that the subject must have. */
  | { readonly kind: 'subject-attributes'; readonly oids: readonly string[] }
  /** A condition that this version does not know. */
  | { readonly kind: 'unknown' }

/** Statements about certain certificates of a service, which go before what the certificates say themselves (5.5.9.2). */
export interface ServiceQualification {
  /** The last part of their addresses: `QCWithQSCD`, `QCForESeal`. */
  readonly qualifiers: readonly string[]
  readonly criteria: QualifierCriteria
}

/** A time in which nothing about a service changed. */
export interface ServicePeriod {
  /** What follows `Svctype/` in the address of the type: `CA/QC`, `TSA/QTST`. */
  readonly type: string
  /** The last part of the address of the status: `granted`, `withdrawn`, `undersupervision`. */
  readonly status: string
  /** ISO 8601. */
  readonly since: string
  readonly name: string
  /** The last parts of the addresses of additional information: `ForeSignatures`, `ForeSeals`, `RootCA-QC`. */
  readonly additionalInfo: readonly string[]
  readonly qualifications: readonly ServiceQualification[]
  /** Whether an extension that must be understood is not known. */
  readonly hasUnknownCritical: boolean
}

/** A service of a trusted list. */
export interface TrustService {
  readonly list: TrustListReference
  readonly provider: string
  /** Certificates that the service is known by, DER. */
  readonly certificates: readonly Uint8Array[]
  /** Subject key identifiers that it is known by, hexadecimal. */
  readonly keyIdentifiers: readonly string[]
  /** Subject names that it is known by, as the list writes them. */
  readonly subjectNames: readonly string[]
  /** The present first, then the history, from the newest to the oldest. */
  readonly periods: readonly ServicePeriod[]
}

/** How one list is. */
export interface TrustListState extends TrustListReference {
  /** Where it comes from; null for a list that the host gave. */
  readonly url: string | null
  /** `fresh`; `stale`: past its nextUpdate and still used; `missing`: not usable, for the reason in `problem`. */
  readonly state: 'fresh' | 'stale' | 'missing'
  /** When it was fetched, ISO 8601. */
  readonly fetchedAt: string | null
  /** Services in it. */
  readonly services: number
  /** What went wrong the last time that it was fetched or read; null when nothing did. */
  readonly problem: string | null
}

/** Trusted lists that were read: what `trustAnchors` takes besides certificates. */
export interface TrustLists {
  readonly lists: readonly TrustListState[]
  /**
   * Finds the services that certificates, or the issuers of these, may belong to.
   *
   * @param certificates those of a document, DER; what cannot be read is passed over
   */
  findServices(certificates: readonly Uint8Array[]): Promise<readonly TrustService[]>
}
