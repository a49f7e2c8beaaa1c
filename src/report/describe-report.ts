/**
 * Describes a report in one language, from the verdict down to the digests.
 *
 * @module
 */

import type { ReportTexts } from '../texts/en.js'
import type { DocumentReport, SignerReport, VerificationReport } from '../verify/report.js'
import type { VerificationPolicy } from '../verify/verification-policy.js'
import { VERSION } from '../version.js'
import { auditSection } from './describe-audit.js'
import { signatureSection } from './describe-signature.js'
import { explainVerdict, nameVerdict, verdictKind } from './explain-verdict.js'
import { digest, english, type Fact, fact, given, own, type ReportView, type Section } from './report-view.js'
import { summaryBlocks } from './summary.js'
import type { BuildingBlock, BuildingBlockName } from './validation/building-blocks.js'
import type { Wording } from './wording.js'

/** Facts about the verification that a rendered report names. */
export interface Circumstances {
  /** Time at which the document was verified. */
  readonly verifiedAt: Date
  readonly fileName?: string | undefined
  readonly policy?: VerificationPolicy | undefined
  /** Returns the building blocks of a signature; undefined when they are not to be shown. */
  readonly blocksOf?: ((signer: SignerReport) => readonly BuildingBlock[]) | undefined
}

/** Describes a report in words. */
export function describeReport(report: VerificationReport, wording: Wording, circumstances: Circumstances): ReportView {
  const kind = verdictKind(report)
  return {
    language: wording.language,
    title: wording.say('title'),
    kind,
    valid: report.valid,
    verdict: nameVerdict(kind, report, wording),
    explanation: explainVerdict(report, wording),
    summary: summaryBlocks(report, kind, wording),
    sections: [
      documentSection(report.document, wording, circumstances),
      ...signaturesSection(report, wording, circumstances),
      auditSection(report, wording),
      aboutSection(report, wording, circumstances),
    ],
  }
}

function documentSection(document: DocumentReport, wording: Wording, { fileName }: Circumstances): Section {
  const timeOf = (time: string | null) => (time === null ? undefined : own(wording.time(time)))
  const facts = [
    ...fact(wording.say('fileName'), given(fileName)),
    ...fact(wording.say('fileTitle'), given(document.title)),
    ...fact(wording.say('author'), given(document.author)),
    ...fact(wording.say('fileDigest'), digest(document.sha256)),
    ...fact(wording.say('size'), own(wording.say('bytes', { count: wording.number(document.size) }))),
    ...fact(wording.say('pages'), document.pageCount === null ? undefined : own(wording.number(document.pageCount))),
    ...fact(wording.say('pdfVersion'), given(document.pdfVersion)),
    ...fact(wording.say('created'), timeOf(document.created)),
    ...fact(wording.say('modified'), timeOf(document.modified)),
    ...fact(wording.say('encrypted'), own(wording.say(document.encrypted ? 'yes' : 'no'))),
    ...fact(wording.say('revisions'), own(wording.number(document.revisions))),
  ]
  return { title: wording.say('document'), id: 'document', blocks: [{ kind: 'facts', facts }], sections: [] }
}

function signaturesSection({ signers }: VerificationReport, wording: Wording, { blocksOf }: Circumstances): Section[] {
  if (signers.length === 0) return []
  const totals = { signature: 0, 'document-timestamp': 0 }
  for (const { kind } of signers) totals[kind] += 1
  const numbers = { signature: 0, 'document-timestamp': 0 }
  const sections = signers.map((signer) => {
    numbers[signer.kind] += 1
    const key = signer.kind === 'signature' ? 'signature' : 'timeStamp'
    const title = wording.say(key, { number: numbers[signer.kind], count: totals[signer.kind] })
    const id = `${signer.kind === 'signature' ? 'signature' : 'timestamp'}-${numbers[signer.kind]}`
    const section = signatureSection(signer, signers, wording, { title, id })
    if (blocksOf === undefined) return section
    return { ...section, sections: [...section.sections, blocksSection(blocksOf(signer), wording, id)] }
  })
  return [{ title: wording.say('signatures'), id: 'signatures', blocks: [], sections }]
}

function aboutSection(
  { reason }: VerificationReport,
  wording: Wording,
  { verifiedAt, policy = {} }: Circumstances,
): Section {
  const rules = describePolicy(policy, wording)
  const facts = [
    ...fact(wording.say('verifiedAt'), own(wording.time(verifiedAt.toISOString()))),
    ...fact(wording.say('program'), own(`sealwright ${VERSION}`)),
    ...fact(
      wording.say('rules'),
      own(wording.say(rules.length === 0 ? 'rulesStandard' : 'rulesAlso')),
      ...rules.map(own),
    ),
    ...fact(wording.say('programSays'), english(reason)),
  ]
  return { title: wording.say('about'), id: 'about', blocks: [{ kind: 'facts', facts }], sections: [] }
}

function describePolicy(policy: VerificationPolicy, wording: Wording): string[] {
  const levels = {
    none: 'levelNone',
    'validation-data': 'levelValidationData',
    'form-filling': 'levelFormFilling',
    annotations: 'levelAnnotations',
  } as const
  const { laterChanges } = policy
  const rules: [boolean | undefined, string][] = [
    [policy.weakAlgorithms === 'refuse', wording.say('ruleWeak')],
    [policy.requireTrust, wording.say('ruleTrust')],
    [policy.requireTimestamp, wording.say('ruleTimestamp')],
    [policy.requireSigningCertificate, wording.say('ruleSigningCertificate')],
    [policy.requireTotalPassed, wording.say('ruleTotalPassed')],
    [policy.requireQualified !== undefined, wording.say('ruleQualified')],
    [policy.requireWholeFile, wording.say('ruleWholeFile')],
    [policy.requireOwnSeal, wording.say('ruleOwnSeal')],
  ]
  return [
    ...(laterChanges === undefined
      ? []
      : [wording.say('ruleLaterChanges', { level: wording.say(levels[laterChanges]) })]),
    ...rules.filter(([isAsked]) => isAsked === true).map(([, text]) => text),
  ]
}

const NAMES = {
  'format-checking': 'blockFormat',
  'identification-of-signing-certificate': 'blockIdentification',
  'validation-context-initialization': 'blockContext',
  'x509-certificate-validation': 'blockCertificates',
  'cryptographic-verification': 'blockCryptography',
  'signature-acceptance-validation': 'blockAcceptance',
  'past-signature-validation': 'blockPast',
} as const satisfies Record<BuildingBlockName, keyof ReportTexts>

const OUTCOMES = {
  PASSED: 'blockPassed',
  FAILED: 'blockFailed',
  INDETERMINATE: 'blockOpen',
  NOT_RUN: 'blockNotRun',
} as const satisfies Record<BuildingBlock['indication'], keyof ReportTexts>

/** What each block came to, and why. The findings themselves stand with the signature. */
function blocksSection(blocks: readonly BuildingBlock[], wording: Wording, id: string): Section {
  const facts = blocks.flatMap((block) => blockFact(block, wording))
  return { title: wording.say('blocks'), id: `${id}-blocks`, blocks: [{ kind: 'facts', facts }], sections: [] }
}

function blockFact({ name, indication, subIndication }: BuildingBlock, wording: Wording): Fact[] {
  const outcome = wording.say(OUTCOMES[indication])
  return fact(wording.say(NAMES[name]), own(subIndication === null ? outcome : `${outcome}: ${subIndication}`))
}
