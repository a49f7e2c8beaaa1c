/**
 * Describes one signature: who signed, when, what proves it, what was changed afterwards, and the certificate.
 *
 * @module
 */
import { append } from '../lists.js'
import type {
  CertificatePolicyReport,
  CertificateReport,
  Finding,
  SignerReport,
  TimestampReport,
} from '../verify/report.js'
import { changeItem, isIntact } from './change-items.js'
import { readableName } from './readable-name.js'
import {
  type Block,
  digest,
  english,
  type Fact,
  fact,
  foreign,
  given,
  type ListItem,
  own,
  type Section,
  type Tone,
  type Value,
} from './report-view.js'
import type { Wording } from './wording.js'

/** The section about one signature. */
export function signatureSection(
  signer: SignerReport,
  signers: readonly SignerReport[],
  wording: Wording,
  { title, id }: Pick<Section, 'title' | 'id'>,
): Section {
  const blocks: Block[] = [{ kind: 'facts', facts: mainFacts(signer, wording) }]
  append(blocks, findings(wording.say('against'), signer.reasons, 'bad', wording))
  blocks.push(changesBlock(signer, signers, wording))
  append(blocks, findings(wording.say('remarks'), signer.warnings, 'open', wording))
  const sections: Section[] = []
  if (signer.certificate !== null)
    sections.push(certificateSection(signer.certificate, signer, wording, `${id}-certificate`))
  // For a document time stamp, the facts above already describe its own time stamp.
  const stamps = signer.kind === 'signature' ? signer.timestamps : []
  if (stamps.length > 0) {
    const parts = stamps.map((stamp) => ({ kind: 'facts', facts: stampFacts(stamp, wording) }) as const)
    sections.push({ title: wording.say('timeStamps'), id: `${id}-times`, blocks: parts, sections: [] })
  }
  return { title, id, blocks, sections }
}

function mainFacts(signer: SignerReport, wording: Wording): Fact[] {
  const { kind, name, email, coverage, certifies } = signer
  const isStamp = kind === 'document-timestamp'
  const indication = [signer.indication, signer.subIndication].filter((part) => part !== null).join(', ')
  return [
    ...fact(wording.say('status'), { ...own(nameStatus(signer, wording)), isStrong: true }),
    ...fact(
      wording.say(isStamp ? 'stampedBy' : 'signedBy'),
      name === null ? own(wording.say('nobodyNamed')) : { ...foreign(name), isStrong: true },
      given(email),
    ),
    ...fact(wording.say('whoSaysSo'), whoSaysSo(signer, wording)),
    ...fact(wording.say(isStamp ? 'stampedAt' : 'signedAt'), own(whenSigned(signer, wording))),
    ...fact(wording.say('whatProvesTime'), own(whatProvesTime(signer, wording))),
    ...fact(wording.say('reason'), given(signer.reason)),
    ...fact(wording.say('location'), given(signer.location)),
    ...fact(wording.say('field'), foreign(signer.fieldName)),
    ...fact(wording.say('covers'), own(coversWhat(coverage, wording))),
    ...(certifies === null ? [] : fact(wording.say('certifies'), own(wording.say(`certifies${certifies}`)))),
    ...(signer.padesLevel === null ? [] : fact(wording.say('level'), own(`PAdES ${signer.padesLevel}`))),
    ...effectFact(signer, wording),
    ...policyFact(signer, wording),
    ...algorithmFact(signer, wording),
    ...fact(wording.say('indication'), own(indication)),
  ]
}

const EFFECTS = {
  QESig: 'effectQESig',
  QESeal: 'effectQESeal',
  'AdESig-QC': 'effectAdESigQc',
  'AdESeal-QC': 'effectAdESealQc',
  AdESig: 'effectAdESig',
  AdESeal: 'effectAdESeal',
  'not AdES': 'effectNotAdES',
  indeterminate: 'effectIndeterminate',
} as const

/** The row with the legal effect according to trusted lists; empty without lists. */
function effectFact(signer: SignerReport, wording: Wording): Fact[] {
  return fact(wording.say('effect'), ...effectValues(signer, wording))
}

/**
 * The legal effect: "Qualified electronic signature" with provider and country, or what the signature is and why it is not
 * more. Empty without trusted lists.
 */
export function effectValues({ qualification }: SignerReport, wording: Wording): Value[] {
  if (qualification === undefined) return []
  const { result, provider, country, reasons } = qualification
  const names = [provider, country].filter((name) => name !== null).join(', ')
  const [reason] = reasons
  return [
    own(wording.say(EFFECTS[result])),
    ...(names === '' ? [] : [foreign(names)]),
    ...(reason === undefined ? [] : [own(wording.meaning(reason.code) ?? reason.message)]),
  ]
}

/** The row with the policy that the signer names; empty without one. */
function policyFact({ signaturePolicy }: SignerReport, wording: Wording): Fact[] {
  if (signaturePolicy === null) return []
  const { id, name, country, uri } = signaturePolicy
  const named = id === null ? undefined : own(describePolicy({ id, name, country }))
  return fact(wording.say('signaturePolicy'), named, given(uri))
}

/** Describes a policy, for example "ICP-Brasil PAdES AD-RB: basic references, BR (2.16.76.1.7.1.11.1.3)". */
function describePolicy({ id, name, country }: CertificatePolicyReport): string {
  const known = [name, country].filter((part) => part !== null).join(', ')
  return known === '' ? id : `${known} (${id})`
}

/** The state of a signature in a few words. A signature that is intact but not proved has other words than a broken one. */
export function nameStatus(signer: SignerReport, wording: Wording): string {
  if (signer.status === 'valid') return wording.say('statusValid')
  if (signer.status === 'invalid') return wording.say(isChangedSince(signer) ? 'statusChanged' : 'statusInvalid')
  return wording.say(isIntact(signer) ? 'statusUnproved' : 'statusIndeterminate')
}

/** True when changes after signing are all that is wrong. What was signed is then in the file unchanged. */
function isChangedSince({ integrity, coverage, trust, reasons, changes }: SignerReport): boolean {
  const isSound = integrity.status === 'valid' && coverage.status === 'valid' && trust.findings.length === 0
  const known = new Set(changes.findings.map(({ code }) => code))
  return isSound && reasons.length > 0 && reasons.every(({ code }) => known.has(code))
}

/** The time of signing, or the time before which the signature was made. */
export function whenSigned({ kind, signedAt, signedAtSource }: SignerReport, wording: Wording): string {
  if (signedAt === null) return wording.say('unknownTime')
  const time = wording.time(signedAt)
  return signedAtSource !== 'claimed' && kind === 'signature' ? wording.say('before', { time }) : time
}

/** Names the source of the signer's name. */
export function whoSaysSo({ nameSource, trust, sealedByThisService }: SignerReport, wording: Wording) {
  if (nameSource === null) return undefined
  if (sealedByThisService) return own(wording.say('nameOwn'))
  if (nameSource === 'audit') return own(wording.say('nameAudit'))
  if (nameSource === 'claimed') return own(wording.say('nameClaimed'))
  if (trust.status === 'trusted') return own(wording.say('nameProved'))
  return own(wording.say(trust.status === 'not_evaluated' ? 'nameUnproved' : 'nameUntrusted'))
}

/** Names the source of the time. */
export function whatProvesTime(
  { signedAt, signedAtSource, timestamp, timestamps, kind }: SignerReport,
  wording: Wording,
): string {
  if (signedAt === null || signedAtSource === null) return wording.say('timeNone')
  if (signedAtSource === 'claimed') return wording.say('timeClaimed')
  if (signedAtSource === 'host') return wording.say('timeHost')
  const authority = (timestamp ?? (kind === 'document-timestamp' ? timestamps[0] : undefined))?.authority
  if (authority === null || authority === undefined) return wording.say('timeProvedNamed')
  return wording.say(signedAtSource === 'timestamp' ? 'timeProved' : 'timeNotEvaluated', { authority })
}

function coversWhat({ coversWholeFile, revision }: SignerReport['coverage'], wording: Wording): string {
  if (coversWholeFile) return wording.say('coversAll')
  return revision === null ? wording.say('coversNothing') : wording.say('coversRevision', { revision })
}

function algorithmFact({ algorithm }: SignerReport, wording: Wording): Fact[] {
  if (algorithm === null) return []
  const { signature, digest: hash, keyBits } = algorithm
  const text =
    keyBits === null
      ? `${signature}, ${hash}`
      : wording.say('keyBits', { algorithm: signature, bits: keyBits, digest: hash })
  return fact(wording.say('algorithm'), own(text))
}

function findings(title: string, list: readonly Finding[], tone: Tone, wording: Wording): Block[] {
  if (list.length === 0) return []
  return [
    {
      kind: 'list',
      title,
      items: wording
        .listed(list)
        .map((entry) => wording.finding(entry, tone))
        .concat(wording.unlisted(list)),
    },
  ]
}

function changesBlock(signer: SignerReport, signers: readonly SignerReport[], wording: Wording): Block {
  const title = wording.say('changes')
  const { changes } = signer.changes
  if (changes.length === 0) {
    const item: ListItem = isKnownUnchanged(signer)
      ? { tone: 'good', text: wording.say('changesNone') }
      : { tone: 'open', text: wording.say('changesUnknown') }
    return { kind: 'list', title, items: [item] }
  }
  const items = wording.listed(changes).map((change): ListItem => {
    const revision = wording.say('inRevision', { revision: change.revision })
    const detail = `${change.description.replace(/\.$/, '')} (${revision})`
    return { ...changeItem(change, signers, wording), detail, code: change.code }
  })
  return { kind: 'list', title, items: [...items, ...wording.unlisted(changes)] }
}

/**
 * True when a signature is intact and nothing was changed after it. The time of a change is unknown, so a changed file is
 * not.
 */
export function isKnownUnchanged(signer: SignerReport): boolean {
  return isIntact(signer) && signer.changes.level === 'none'
}

/** Keys of the texts by the status of trust. */
const TRUST_KEYS = {
  trusted: 'trustTrusted',
  untrusted: 'trustUntrusted',
  indeterminate: 'trustIndeterminate',
  not_evaluated: 'trustNotEvaluated',
} as const

/** Keys of the texts by the status of revocation. */
const REVOCATION_KEYS = {
  good: 'revocationGood',
  revoked: 'revocationRevoked',
  unknown: 'revocationUnknown',
  not_evaluated: 'revocationNotEvaluated',
} as const

function certificateSection(
  certificate: CertificateReport,
  { trust }: SignerReport,
  wording: Wording,
  id: string,
): Section {
  const validity = wording.say('fromTo', {
    from: wording.time(certificate.notBefore),
    to: wording.time(certificate.notAfter),
  })
  const facts = [
    ...fact(wording.say('subject'), foreign(readableName(certificate.subject))),
    ...fact(
      wording.say('issuer'),
      foreign(readableName(certificate.issuer)),
      certificate.selfSigned ? own(wording.say('selfSigned')) : undefined,
    ),
    ...fact(wording.say('validity'), own(validity)),
    ...fact(wording.say('serialNumber'), digest(certificate.serialNumber)),
    ...fact(wording.say('fingerprint'), digest(certificate.fingerprint)),
    ...fact(wording.say('certificatePolicies'), ...certificate.policies.map(describePolicy).map(own)),
    ...fact(wording.say('trust'), own(wording.say(TRUST_KEYS[trust.status]))),
    ...fact(wording.say('revocation'), own(wording.say(REVOCATION_KEYS[trust.revocation.status]))),
    ...fact(wording.say('evidence'), ...trust.evidence.map(english)),
  ]
  const chain = trust.chain.length > 0 ? trust.chain : [certificate.subject]
  const blocks: Block[] = [
    { kind: 'facts', facts },
    { kind: 'steps', title: wording.say('chain'), steps: chain.map(readableName) },
  ]
  return { title: wording.say('certificates'), id, blocks, sections: [] }
}

function stampFacts(stamp: TimestampReport, wording: Wording): Fact[] {
  const { time, accuracySeconds, trust } = stamp
  const accuracy =
    accuracySeconds === null ? undefined : own(wording.say('accuracy', { seconds: wording.number(accuracySeconds) }))
  return [
    ...fact(
      wording.say('stampedAt'),
      time === null ? own(wording.say('unknownTime')) : own(wording.time(time)),
      accuracy,
    ),
    ...fact(wording.say('authority'), given(stamp.authority)),
    ...fact(wording.say('serialNumber'), stamp.serialNumber === null ? undefined : digest(stamp.serialNumber)),
    ...fact(
      wording.say('indication'),
      own([stamp.indication, stamp.subIndication].filter((part) => part !== null).join(', ')),
    ),
    ...fact(wording.say('chain'), ...trust.chain.map(readableName).map(foreign)),
    ...fact(wording.say('evidence'), ...stamp.proofs.map(({ message }) => english(message))),
  ]
}
