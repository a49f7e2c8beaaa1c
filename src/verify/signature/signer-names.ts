/**
 * Decides who signed, from the certificate and the audit record, and finds contradictions between them.
 *
 * The signature covers the audit record, so the record is a statement of the key's owner. The certificate is a statement of
 * its issuer. If a chain leads to an anchor, the issuer's statement counts: then nobody with a certificate of their own can
 * be reported under another name. If the key belongs to the host, the record is the host's own statement, made when it sealed
 * for that signer. Otherwise both are statements of the same stranger. Then the record is used, since it is about the signer,
 * and the report says that nothing of it is proved.
 *
 * @module
 */
import { domainToASCII } from '../../platform/text.js'
import type { CertifiedSubject } from '../certificate-report.js'
import { hidesText, quoteText } from '../foreign-text.js'
import type { Finding, SignerReport, TrustReport } from '../report.js'

/** A name and an optional address from one source. */
interface NamedPerson {
  readonly name: string | null
  readonly email: string | null
}

/** The sources of names for one signature. */
export interface NameSources {
  /** Subject of the certificate; `undefined` when the signer's certificate is unknown. */
  readonly certified: CertifiedSubject | undefined
  /** The signer in an audit record that fits the file. */
  readonly recorded: NamedPerson | undefined
  /** /Name and /ContactInfo of the signature dictionary. */
  readonly claimed: NamedPerson
  readonly trust: TrustReport['status']
  readonly isOwnKey: boolean
}

/** Name and address for the top of the report, with warnings about them. */
type ChosenNames = Pick<SignerReport, 'name' | 'email' | 'nameSource'> & {
  readonly warnings: readonly Finding[]
}

/** Chooses between the sources. */
export function chooseNames(sources: NameSources): ChosenNames {
  const { certified, recorded, claimed, trust, isOwnKey } = sources
  const certificate = { name: certified?.names[0] ?? null, email: certified?.emails[0] ?? null }
  const isCertificateFirst = trust === 'trusted' && !isOwnKey
  const inOrder: readonly (readonly [SignerReport['nameSource'], NamedPerson | undefined])[] = [
    ['certificate', isCertificateFirst ? certificate : undefined],
    ['audit', recorded],
    ['certificate', certificate],
    ['claimed', claimed],
  ]
  const warnings = [...findContradictions(sources), ...findHiddenText(sources)]
  for (const [nameSource, person] of inOrder) {
    if (person != null && person.name !== null) return { name: person.name, email: person.email, nameSource, warnings }
  }
  return { name: null, email: null, nameSource: null, warnings }
}

function findContradictions({ certified, recorded, claimed, trust, isOwnKey }: NameSources): Finding[] {
  // A service seals in its own name for the signers that it records, so with the host's own key that is no contradiction.
  if (certified === undefined || isOwnKey) return []
  const other = recorded ?? claimed
  const stating = recorded === undefined ? 'the signature itself' : 'the audit record'
  const findings: Finding[] = []
  if (contradicts(certified.names, other.name, isSameName)) {
    const message = describe(certified.names[0] ?? '', other.name ?? '', stating, trust)
    findings.push({ code: 'signer_name_differs', message })
  }
  if (contradicts(certified.emails, other.email, isSameEmail)) {
    const message = describe(certified.emails[0] ?? '', other.email ?? '', stating, trust)
    findings.push({ code: 'signer_email_differs', message })
  }
  return findings
}

function contradicts(
  certified: readonly string[],
  stated: string | null,
  isSame: (a: string, b: string) => boolean,
): boolean {
  return stated !== null && certified.length > 0 && !certified.some((each) => isSame(each, stated))
}

function describe(certified: string, stated: string, stating: string, trust: TrustReport['status']): string {
  const [proved, written] = [quoteText(certified), quoteText(stated)]
  return trust === 'trusted'
    ? `The certificate proves that the key belongs to ${proved}; ${written} is what the holder of that key wrote into ${stating}.`
    : `The certificate names ${proved}, and ${stating} names ${written}; neither is proved.`
}

function findHiddenText({ certified, recorded, claimed }: NameSources): Finding[] {
  const stated = [recorded?.name, recorded?.email, claimed.name, claimed.email]
  const hiding = new Set<string>()
  for (const text of [...(certified?.names ?? []), ...(certified?.emails ?? []), ...stated]) {
    if (text != null && hidesText(text.slice(0, MAX_COMPARED))) hiding.add(text)
  }
  return Array.from(hiding, (text) => {
    const message = `A name or address holds characters that hide or reorder text: ${quoteText(text)}.`
    return { code: 'hidden_characters', message }
  })
}

/**
 * Whether two texts name the same person or organization: the same words in any order and spelling of case, with or
 * without accents and punctuation. One may have further words ("LOVELACE, Ada (signature)") when two are shared; words
 * with digits, such as the personal numbers in many certificates, are passed over.
 *
 * @example
 * ```ts
 * isSameName('LOVELACE,ADA,47101010033', 'Ada Lovelace') // true
 * isSameName('Mallory Lovelace', 'Ada Lovelace') // false
 * ```
 */
export function isSameName(a: string, b: string): boolean {
  if (a === b) return true
  const [some, others] = [wordsOf(a), wordsOf(b)]
  if (some.length === 0 || others.length === 0) return a.trim() === b.trim()
  if (some.join('') === others.join('') && UNPARTED.test(a)) return true
  const [fewer, more] = some.length <= others.length ? [some, others] : [others, some]
  const isContained = fewer.every((word) => more.includes(word))
  return isContained && (fewer.length >= 2 || new Set(more).size === 1)
}

/** Scripts in which a blank between family name and given name has no meaning. */
const UNPARTED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]+$/u

/** Longest name that is compared, in characters; the rest is ignored. No name of a person is longer. */
const MAX_COMPARED = 500

/** Names in ASCII, as most are, which need no normalisation. */
const PLAIN = /^[\x20-\x7e]*$/

function wordsOf(name: string): string[] {
  if (PLAIN.test(name)) {
    const words =
      name
        .slice(0, MAX_COMPARED)
        .toUpperCase()
        .match(/[A-Z0-9]+/g) ?? []
    return words.filter((word) => !/[0-9]/.test(word))
  }
  // Accents are only removed in Latin, Greek and Cyrillic. In other scripts, combining vowel signs are letters.
  const plain = name
    .slice(0, MAX_COMPARED)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toUpperCase()
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word))
}

/** True for equal addresses, ignoring case, which no provider distinguishes, and different spellings of domains. */
function isSameEmail(a: string, b: string): boolean {
  return foldEmail(a) === foldEmail(b)
}

function foldEmail(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, at + 1)}${domainToASCII(domain) || domain}`
}
