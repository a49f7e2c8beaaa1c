/**
 * Describes changes after signing as entries of a list, with who does not permit a change.
 *
 * @module
 */
import type { DocumentChange, SignerReport } from '../verify/report.js'
import { changeSentence } from './change-words.js'
import { signerInSentence } from './people.js'
import type { ListItem } from './report-view.js'
import type { Wording } from './wording.js'

/**
 * True when the signed content is complete and nothing was changed afterwards that a signature does not permit. Who signed
 * and what the host's policy asks for do not matter here.
 */
export function isIntact({ integrity, coverage, changes }: SignerReport): boolean {
  const isSound = [integrity, coverage, changes].every(({ status }) => status === 'valid')
  return isSound && changes.changes.every(({ permitted, deniedBy }) => permitted || deniedBy === undefined)
}

/** Describes a change as an entry of a list. */
export function changeItem(change: DocumentChange, signers: readonly SignerReport[], wording: Wording): ListItem {
  return {
    tone: change.permitted ? 'good' : 'bad',
    label: nameVerdictOn(change, signers, wording),
    text: changeSentence(change, signers, wording),
  }
}

/** States whether a change is permitted. When only some of several signatures do not permit it, their signers are named. */
function nameVerdictOn(
  { permitted, deniedBy = [], revision }: DocumentChange,
  signers: readonly SignerReport[],
  wording: Wording,
): string {
  if (permitted) return wording.tell('permitted')
  if (deniedBy.length === 0) return wording.tell('refusedByPolicy')
  const asked = signers.filter(({ kind, coverage }) => kind === 'signature' && (coverage.revision ?? 0) < revision)
  const denying = asked.filter(({ fieldName }) => deniedBy.includes(fieldName))
  if (denying.length === 0 || denying.length === asked.length) return wording.tell('refused')
  const names = denying.map((signer) => signerInSentence(signer, wording))
  return wording.say('changesRefusedBy', { names: [...new Set(names)].join(', ') })
}
