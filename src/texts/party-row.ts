/**
 * What the row of a party says on the certificate page, in each language.
 *
 * These words stand in a table of their own, which a host cannot replace: a verifier must be able to recognise the row of a
 * party who has not signed.
 *
 * @module
 */
import type { Language } from './texts.js'

/** The words of a row. */
export interface PartyRowWords {
  /** Heading above the rows. */
  readonly parties: string
  /** Text of the row of a party who has not signed. */
  readonly unsigned: string
  readonly signedBy: string
  readonly time: string
  readonly ipAddress: string
  readonly events: string
  /** Label of the digest of the audit record. */
  readonly record: string
  /** Text for the number of events that are not listed. */
  readonly more: string
  /** Text that a screen reader reads for the signature field. */
  readonly signatureOf: string
}

/** The words by language. */
export const PARTY_ROW_WORDS: Readonly<Record<Language, PartyRowWords>> = {
  en: {
    parties: 'Parties',
    unsigned: 'Not yet signed',
    signedBy: 'Signed by',
    time: 'Time',
    ipAddress: 'IP address',
    events: 'Events',
    record: 'Record',
    more: 'and {count} more',
    signatureOf: 'Signature of {name}',
  },
  de: {
    parties: 'Parteien',
    unsigned: 'Noch nicht unterschrieben',
    signedBy: 'Unterschrieben',
    time: 'Zeit',
    ipAddress: 'IP-Adresse',
    events: 'Ereignisse',
    record: 'Protokoll',
    more: 'und {count} weitere',
    signatureOf: 'Signatur von {name}',
  },
  fr: {
    parties: 'Parties',
    unsigned: 'Pas encore signé',
    signedBy: 'Signé par',
    time: 'Heure',
    ipAddress: 'Adresse IP',
    events: 'Événements',
    record: 'Journal',
    more: 'et {count} de plus',
    signatureOf: 'Signature de {name}',
  },
  es: {
    parties: 'Partes',
    unsigned: 'Aún sin firmar',
    signedBy: 'Firmado por',
    time: 'Hora',
    ipAddress: 'Dirección IP',
    events: 'Sucesos',
    record: 'Registro',
    more: 'y {count} más',
    signatureOf: 'Firma de {name}',
  },
}
