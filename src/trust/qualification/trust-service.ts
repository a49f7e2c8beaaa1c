/**
 * Contents of trusted lists about services, as plain data (ETSI TS 119 612, 5.4 and 5.5).
 *
 * @module
 */

/** The list that contains the service. */
export interface TrustListReference {
  /** Kind of list: one that the EU's list of lists points to, Adobe's, or one given by the host. */
  readonly kind: 'eu' | 'adobe' | 'own'
  /** Country as the list names it: `DE`, `EL`, `UK`, `EU`; null for a list without one. */
  readonly territory: string | null
  /** Operator of the list. */
  readonly operator: string
  readonly sequenceNumber: number | null
  /** Issue date, ISO 8601. */
  readonly issuedAt: string | null
  /** Latest date of the next list, ISO 8601; null for a closed list. */
  readonly nextUpdate: string | null
  /** True when `nextUpdate` has passed, and the list is still used. */
  readonly isStale: boolean
}

/** Conditions on the contents of certificates to which a qualification applies (5.5.9.2.2). */
export type QualifierCriteria =
  | {
      readonly kind: 'list'
      readonly assert: 'all' | 'atLeastOne' | 'none'
      readonly items: readonly QualifierCriteria[]
    }
  /** Bits of the key usage by their names in RFC 5280, each with the required value. */
  | { readonly kind: 'key-usage'; readonly bits: Readonly<Record<string, boolean>> }
  /** Certificate policies, all of which are required. */
  | { readonly kind: 'policies'; readonly oids: readonly string[] }
  | { readonly kind: 'extended-key-usage'; readonly oids: readonly string[] }
  /** Attributes that the subject must have. */
  | { readonly kind: 'subject-attributes'; readonly oids: readonly string[] }
  /** A condition that this version does not support. */
  | { readonly kind: 'unknown' }

/** Statements about certain certificates of a service, which override the certificates' own statements (5.5.9.2). */
export interface ServiceQualification {
  /** Last parts of the qualifiers' addresses: `QCWithQSCD`, `QCForESeal`. */
  readonly qualifiers: readonly string[]
  readonly criteria: QualifierCriteria
}

/** A period in which nothing about a service changed. */
export interface ServicePeriod {
  /** Part of the type's address after `Svctype/`: `CA/QC`, `TSA/QTST`. */
  readonly type: string
  /** Last part of the status's address: `granted`, `withdrawn`, `undersupervision`. */
  readonly status: string
  /** Beginning of the period, ISO 8601. */
  readonly since: string
  readonly name: string
  /** Last parts of the addresses of additional information: `ForeSignatures`, `ForeSeals`, `RootCA-QC`. */
  readonly additionalInfo: readonly string[]
  readonly qualifications: readonly ServiceQualification[]
  /** True when an unknown extension is critical. */
  readonly hasUnknownCritical: boolean
}

/** A service of a trusted list. */
export interface TrustService {
  readonly list: TrustListReference
  readonly provider: string
  /** Certificates that identify the service, DER. */
  readonly certificates: readonly Uint8Array[]
  /** Subject key identifiers that identify it, in hexadecimal. */
  readonly keyIdentifiers: readonly string[]
  /** Subject names that identify it, as the list writes them. */
  readonly subjectNames: readonly string[]
  /** The current period, then the history from the newest to the oldest. */
  readonly periods: readonly ServicePeriod[]
}

/** State of one list. */
export interface TrustListState extends TrustListReference {
  /** Address of the list; null for one given by the host. */
  readonly url: string | null
  /** `fresh`; `stale`: past its nextUpdate and still used; `missing`: not usable, for the reason in `problem`. */
  readonly state: 'fresh' | 'stale' | 'missing'
  /** When it was fetched, ISO 8601. */
  readonly fetchedAt: string | null
  /** Number of services in it. */
  readonly services: number
  /** Error of the last attempt to fetch or read it; null when there was none. */
  readonly problem: string | null
}

/** Loaded trusted lists, which `trustAnchors` accepts besides certificates. */
export interface TrustLists {
  readonly lists: readonly TrustListState[]
  /**
   * Finds the services that certificates or their issuers may belong to.
   *
   * @param certificates certificates of a document in DER; unreadable ones are ignored
   */
  findServices(certificates: readonly Uint8Array[]): Promise<readonly TrustService[]>
}

/** What the lists of the EU say about the certificates of one document. */
export interface ListedServices {
  /** Services that may have issued them, of lists of all kinds. */
  readonly services: readonly TrustService[]
  /** Countries whose lists could not be read, as lists name them. */
  readonly missingCountries: readonly string[]
}
