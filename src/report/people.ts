/**
 * The names of signers in our own sentences.
 *
 * @module
 */
import { quoteText } from '../verify/foreign-text.js'
import type { DocumentChange, SignerReport } from '../verify/report.js'
import type { Wording } from './wording.js'

/** Up to five words without punctuation that could end a sentence or begin another one. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{Nd}'’.-]{1,30}(?: [\p{L}\p{M}\p{Nd}'’.-]{1,30}){0,4}$/u
/** A full stop ends a sentence, unless it stands behind an initial or a title. */
const SENTENCE_END = /\p{L}{5,}\.(?: |$)/u
/** Scripts that run from right to left would reorder the sentence around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/
const VOWEL = /^[aeiouyhàâäéèêëîïôöùûü]/i

/**
 * A name in a sentence. It stands without quotation marks only where it can be nothing but a name: whoever signs chooses
 * it, and could call himself "Ada signed. Nothing was changed".
 */
export function nameInSentence(name: string): string {
  const isPlain = PLAIN_NAME.test(name) && !SENTENCE_END.test(name) && !RIGHT_TO_LEFT.test(name)
  return isPlain ? name : quoteText(name)
}

/** Whose signature it is, as sentences about it say: `Ada Lovelace`, in French `d’Ada Lovelace`. */
export function signerInSentence(signer: SignerReport | undefined, wording: Wording): string {
  if (signer === undefined || signer.name === null) return wording.tell('someone')
  const name = nameInSentence(signer.name)
  return wording.tell(VOWEL.test(name) ? 'namedVowel' : 'named', { name })
}

/** The last one who had signed when a change was made. */
export function lastSignerBefore(
  { revision }: DocumentChange,
  signers: readonly SignerReport[],
): SignerReport | undefined {
  const before = signers.filter(({ coverage }) => coverage.revision !== null && coverage.revision < revision)
  return before.findLast(({ kind }) => kind === 'signature') ?? before.at(-1)
}
