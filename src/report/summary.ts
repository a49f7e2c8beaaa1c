/**
 * The first screen of a report: who signed and when, what was changed afterwards, and what to do now.
 *
 * @module
 */
import type { SummaryTexts } from '../texts/en.js'
import type { DocumentChange, Finding, PartyState, SignerReport, VerificationReport } from '../verify/report.js'
import { changeItem } from './change-items.js'
import { listChanges } from './change-words.js'
import {
  effectValues,
  isKnownUnchanged,
  nameStatus,
  whatProvesTime,
  whenSigned,
  whoSaysSo,
} from './describe-signature.js'
import { nameInSentence, signerInSentence } from './people.js'
import { REPORT_LIMITS } from './report-limits.js'
import {
  type Block,
  foreign,
  given,
  type ListItem,
  own,
  type Person,
  type Tone,
  type Value,
  type VerdictKind,
} from './report-view.js'
import type { Wording } from './wording.js'

/** Codes of warnings that a reader has to know before relying on a document. */
const WEIGHTY = new Set([
  'signer_name_differs',
  'signer_email_differs',
  'field_shows_other_text',
  'field_shown_in_part',
  'document_runs_scripts',
  'signature_covered',
])

/** The blocks of the first screen in their order. */
export function summaryBlocks(report: VerificationReport, kind: VerdictKind, wording: Wording): Block[] {
  const { signers } = report
  const advice: Block = {
    kind: 'answer',
    title: wording.tell('whatNow'),
    text: wording.tell(adviceOn(kind, report)),
  }
  if (signers.length === 0) return [advice]
  return [
    peopleBlock(signers, wording),
    ...partiesBlock(report.document.parties ?? [], wording),
    changesBlock(signers, wording),
    advice,
    ...listBlock(wording.say('against'), otherFaults(signers), 'bad', wording),
    ...listBlock(wording.say('remarks'), weightyRemarks(signers), 'open', wording),
  ]
}

function peopleBlock(signers: readonly SignerReport[], wording: Wording): Block {
  const signatures = signers.filter(({ kind }) => kind === 'signature')
  const people = withSecondKeys(signatures.length === 0 ? signers : signatures)
  const shown = people.slice(0, REPORT_LIMITS.maxPeople)
  const more = people.length - shown.length
  return {
    kind: 'people',
    title: wording.tell('whoAndWhen'),
    people: shown.map((signer) => describePerson(signer, people.length <= FEW_PEOPLE, wording)),
    rest: more === 0 ? [] : [wording.tell('moreSigners', { count: wording.number(more) })],
  }
}

/** Most signers for whom the first screen also states what proves name and time. */
const FEW_PEOPLE = 3

function describePerson({ signer, second }: SignerWithKeys, isProofTold: boolean, wording: Wording): Person {
  const { name, email, status, trust, sealedByThisService } = signer
  const isProved = status === 'valid' && (trust.status === 'trusted' || sealedByThisService)
  const source = whoSaysSo(signer, wording)
  const lines: (Value | undefined)[] = [
    given(email),
    ...effectValues(signer, wording),
    own(whenSigned(signer, wording)),
    second && own(wording.tell('signedTwice', { first: keyOf(signer), second: keyOf(second) })),
    ...(isProofTold
      ? [
          own(`${wording.say('whatProvesTime')}: ${whatProvesTime(signer, wording)}`),
          source && own(`${wording.say('whoSaysSo')}: ${source.text}`),
        ]
      : []),
  ]
  return {
    tone: status === 'invalid' ? 'bad' : isProved ? 'good' : 'open',
    name: name === null ? own(wording.say('nobodyNamed')) : foreign(name),
    status: status === 'valid' && !isProved ? wording.say('statusUnproved') : nameStatus(signer, wording),
    lines: lines.filter((line) => line !== undefined),
  }
}

/** The name of the algorithm in standards. */
function keyOf({ algorithm }: SignerReport): string {
  return algorithm?.signature ?? ''
}

/** The parties and whether each has signed. Only this block names those who have not. */
function partiesBlock(parties: readonly PartyState[], wording: Wording): Block[] {
  if (parties.length === 0) return []
  const items = wording.listed(parties).map(({ state, name }): ListItem => {
    const { tone, key } = PARTY_STATES[state]
    return { tone, text: wording.tell(key, { name: nameInSentence(name) }) }
  })
  return [{ kind: 'list', title: wording.tell('parties'), items: [...items, ...wording.unlisted(parties)] }]
}

const PARTY_STATES = {
  signed: { tone: 'good', key: 'partySigned' },
  unsigned: { tone: 'open', key: 'partyUnsigned' },
  doubtful: { tone: 'bad', key: 'partyDoubtful' },
} as const satisfies Record<PartyState['state'], { tone: Tone; key: keyof SummaryTexts }>

/** The changes, each once. Those that are not permitted come first. */
function changesBlock(signers: readonly SignerReport[], wording: Wording): Block {
  const title = wording.tell('whatChanged')
  const tampered = signers
    .filter(({ reasons }) => reasons.some(({ code }) => code === 'digest_mismatch'))
    .map((signer) => wording.tell('tampered', { name: signerInSentence(signer, wording) }))
  const changes = listChanges(signers)
  const refused = changes.filter(({ permitted }) => !permitted)
  const permitted = changes.filter((change) => change.permitted)
  const items: ListItem[] = [
    ...[...new Set(tampered)].map((text): ListItem => ({ tone: 'bad', label: wording.tell('refused'), text })),
    ...changeItems([...refused, ...permitted], signers, wording),
  ]
  if (items.length === 0) {
    const isUnchanged = signers.every(isKnownUnchanged)
    const text = wording.tell(isUnchanged ? 'nothingChanged' : 'changesUnknown')
    return { kind: 'list', title, items: [{ tone: isUnchanged ? 'good' : 'open', text }] }
  }
  return { kind: 'changes', title, items }
}

/** Entries for changes. Entries with the same words occur once. */
function changeItems(
  changes: readonly DocumentChange[],
  signers: readonly SignerReport[],
  wording: Wording,
): readonly ListItem[] {
  const items = changes.slice(0, MAX_CHANGES).map((change) => changeItem(change, signers, wording))
  const distinct = [...new Map(items.map((item) => [`${item.label} ${item.text}`, item])).values()]
  return [...wording.listed(distinct), ...wording.unlisted(distinct)]
}

/** Most changes that are described. Only a part of them is listed. */
const MAX_CHANGES = 2000

/** The faults of signatures besides changes. */
function otherFaults(signers: readonly SignerReport[]): readonly Finding[] {
  const refused = listChanges(signers).filter(({ permitted }) => !permitted)
  const faults = signers
    .flatMap(({ reasons }) => reasons)
    .filter(({ code, message }) => {
      if (code === 'digest_mismatch') return false
      return !refused.some(({ description }) => message.includes(description.replace(/\.$/, '')))
    })
  return eachOnce(faults)
}

function weightyRemarks(signers: readonly SignerReport[]): readonly Finding[] {
  return eachOnce(signers.flatMap(({ warnings }) => warnings).filter(({ code }) => WEIGHTY.has(code)))
}

function eachOnce(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.message}`, finding])).values()]
}

function listBlock(title: string, list: readonly Finding[], tone: 'bad' | 'open', wording: Wording): Block[] {
  if (list.length === 0) return []
  // The section of the signature has the code and further details.
  const items = wording
    .listed(list)
    .map(({ code, message }): ListItem => ({ tone, text: wording.meaning(code) ?? message }))
  return [{ kind: 'list', title, items: [...items, ...wording.unlisted(list)] }]
}

function adviceOn(kind: VerdictKind, { signers }: VerificationReport): keyof SummaryTexts {
  if (kind === 'unproved') {
    if (signers.some(({ policy }) => policy.findings.length > 0)) return 'adviceRefused'
    return isSignerOpen(signers) ? 'adviceUnproved' : 'advicePartlyProved'
  }
  return ADVICE[kind]
}

/** True when a signer is not proved. False when only the time, or the state of a trusted certificate, is not. */
export function isSignerOpen(signers: readonly SignerReport[]): boolean {
  return signers.some(({ status, trust }) => status !== 'valid' && trust.status !== 'trusted')
}

const ADVICE = {
  valid: 'adviceValid',
  unchecked: 'adviceUnproved',
  invalid: 'adviceInvalid',
  indeterminate: 'adviceIndeterminate',
  unsigned: 'adviceUnsigned',
} as const satisfies Record<Exclude<VerdictKind, 'unproved'>, keyof SummaryTexts>

/** Somebody who signed, with one key or with two. */
interface SignerWithKeys {
  readonly signer: SignerReport
  /** The second signature, where there is one. */
  readonly second?: SignerReport
}

/**
 * Takes two signatures together that follow each other, by the same person and with keys of both kinds. Who the person
 * is has to be proved for both: by certificates that are trusted, or by keys of the host. Otherwise somebody could hide
 * behind a name.
 */
function withSecondKeys(signers: readonly SignerReport[]): SignerWithKeys[] {
  const found: SignerWithKeys[] = []
  for (const signer of signers) {
    const before = found.at(-1)
    const isSecond = before !== undefined && before.second === undefined && isSamePerson(before.signer, signer)
    if (isSecond) found[found.length - 1] = { signer: before.signer, second: signer }
    else found.push({ signer })
  }
  return found
}

function isSamePerson(a: SignerReport, b: SignerReport): boolean {
  return (
    isProved(a) &&
    isProved(b) &&
    isPostQuantum(a) !== isPostQuantum(b) &&
    a.certificate?.subject === b.certificate?.subject &&
    a.name === b.name &&
    a.email === b.email
  )
}

function isProved({ status, trust, sealedByThisService, certificate }: SignerReport): boolean {
  return status === 'valid' && certificate !== null && (trust.status === 'trusted' || sealedByThisService)
}

function isPostQuantum({ algorithm }: SignerReport): boolean {
  return algorithm?.signature.startsWith('ML-DSA') === true
}
