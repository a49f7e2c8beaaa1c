/**
 * The text that the row of a party shows after it is signed. It follows from the audit record only, so a verifier knows every
 * character that the row must have.
 *
 * @module
 */
import { PARTY_ROW_WORDS, type PartyRowWords } from '../texts/party-row.js'
import { fill } from '../texts/texts.js'
import type { AuditParties } from './parties.js'
import type { AuditRecord } from './record.js'

/** Colours of rows whose record names none, each as six hexadecimal digits. They never change: records rely on them. */
export const OWN_COLORS = { text: '1C1F24', label: '666B73', accent: '0D4554' } as const

/** One line of a row: a label, and the value next to it. */
export interface PartyRowLine {
  readonly kind: 'name' | 'email' | 'time' | 'text' | 'digest'
  /** The label; empty for a line that continues the line above. */
  readonly label: string
  /** The value. Times are in UTC; the local time is added when the row is drawn. */
  readonly value: string
}

/** The text of a row before it is signed. */
export function unsignedRowText({ language }: Pick<AuditParties, 'language'>): string {
  return PARTY_ROW_WORDS[language].unsigned
}

/** The lines of a signed row, from top to bottom. */
export function signedRowLines(
  record: Pick<AuditRecord, 'signer' | 'sealedAt' | 'auditTrail' | 'digest'>,
  { language }: Pick<AuditParties, 'language'>,
): PartyRowLine[] {
  const words = PARTY_ROW_WORDS[language]
  const { name, email, ip } = record.signer
  return [
    { kind: 'name', label: words.signedBy, value: name },
    { kind: 'email', label: '', value: email },
    { kind: 'time', label: words.time, value: utcTime(record.sealedAt) },
    ...(ip === undefined ? [] : [{ kind: 'text', label: words.ipAddress, value: ip } as const]),
    { kind: 'text', label: words.events, value: eventSummary(record.auditTrail, words) },
    { kind: 'digest', label: words.record, value: record.digest },
  ]
}

/** A time in UTC, for example `2026-03-14 09:26:53 UTC`. */
function utcTime(sealedAt: string): string {
  return `${sealedAt.slice(0, 10)} ${sealedAt.slice(11, 19)} UTC`
}

/** Most kinds of events that a row names, so that they fill one or two lines. */
const MAX_KINDS = 6
/** Most characters of all kinds together. */
const MAX_SUMMARY = 120

/**
 * The kinds of events in the order of their first event, each once, for example `open, view × 3, consent, submit`. The record
 * has all events with their times.
 */
function eventSummary(events: AuditRecord['auditTrail'], words: PartyRowWords): string {
  const counts = new Map<string, number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  const named: string[] = []
  let left = events.length
  let length = 0
  for (const [type, count] of counts) {
    const text = count === 1 ? type : `${type} \u00d7 ${count}`
    length += text.length + 2
    if (named.length > 0 && (named.length === MAX_KINDS || length > MAX_SUMMARY)) break
    named.push(text)
    left -= count
  }
  return left === 0 ? named.join(', ') : `${named.join(', ')} ${fill(words.more, { count: left })}`
}
