/**
 * Names signers in sentences of this package.
 *
 * @module
 */
import { quoteText } from '../verify/foreign-text.js'
import type { DocumentChange, SignerReport } from '../verify/report.js'
import type { Wording } from './wording.js'

/** A name of up to five words, without punctuation that could end a sentence or begin one. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{Nd}'’.-]{1,30}(?: [\p{L}\p{M}\p{Nd}'’.-]{1,30}){0,4}$/u
/** A full stop that ends a sentence. After an initial or a short title it does not. */
const SENTENCE_END = /\p{L}{5,}\.(?: |$)/u
/** Characters of scripts that run from right to left. They would reorder the sentence around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/
const VOWEL = /^[aeiouyhàâäéèêëîïôöùûü]/i

/**
 * Writes a name for a sentence. It has no quotation marks only when it can be nothing but a name: signers choose their names,
 * for example "Ada signed. Nothing was changed".
 */
export function nameInSentence(name: string): string {
  const isPlain = PLAIN_NAME.test(name) && !SENTENCE_END.test(name) && !RIGHT_TO_LEFT.test(name)
  return isPlain ? name : quoteText(name)
}

/** The signer for a sentence about a signature: `Ada Lovelace`, in French `d’Ada Lovelace`. */
export function signerInSentence(signer: SignerReport | undefined, wording: Wording): string {
  if (signer === undefined || signer.name === null) return wording.tell('someone')
  const name = nameInSentence(signer.name)
  return wording.tell(VOWEL.test(name) ? 'namedVowel' : 'named', { name })
}

/** The signer of the last signature before a change. */
export function lastSignerBefore(
  { revision }: DocumentChange,
  signers: readonly SignerReport[],
): SignerReport | undefined {
  const before = signers.filter(({ coverage }) => coverage.revision !== null && coverage.revision < revision)
  return before.findLast(({ kind }) => kind === 'signature') ?? before.at(-1)
}
