/**
 * Describes the building blocks of EN 319 102-1 in words.
 *
 * @module
 */
import type { ReportTexts } from '../texts/en.js'
import { type Fact, fact, own, type Section } from './report-view.js'
import type { BuildingBlock, BuildingBlockName } from './validation/building-blocks.js'
import type { Wording } from './wording.js'

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

/** The result of each block, with its reason. The findings themselves are listed with the signature. */
export function blocksSection(blocks: readonly BuildingBlock[], wording: Wording, id: string): Section {
  const facts = blocks.flatMap((block) => blockFact(block, wording))
  return { title: wording.say('blocks'), id: `${id}-blocks`, blocks: [{ kind: 'facts', facts }], sections: [] }
}

function blockFact({ name, indication, subIndication }: BuildingBlock, wording: Wording): Fact[] {
  const outcome = wording.say(OUTCOMES[indication])
  return fact(wording.say(NAMES[name]), own(subIndication === null ? outcome : `${outcome}: ${subIndication}`))
}
