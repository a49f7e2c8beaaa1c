/**
 * Proof of work: codes are only sent to clients that did some computing for them.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { checkOptions, must, type OptionTable, required, wholeNumberFrom } from '../../input/check-options.js'
import { isBytes } from '../../input/foreign-values.js'
import type { CodeChallenge } from './challenge.js'
import { parseSecrets, type Secrets, signText, verifyText } from './verification-code.js'

/** Options of the proof of work. */
export interface ProofOfWorkOptions {
  /**
   * At least 32 random bytes, the same on all machines. The secret of the KeyIssuer may be used. Give several secrets, newest
   * first, while you change it.
   */
  readonly secret: string | Uint8Array | readonly (string | Uint8Array)[]
  /** Zero bits that the hash must begin with. Each bit doubles the work: 18 bits take Node.js half a second. Default 18. */
  readonly bits?: number | undefined
  /** Lifetime of a puzzle, in milliseconds. Default 5 minutes. */
  readonly ttlMs?: number | undefined
}

const DEFAULT_BITS = 18
/** Maximum number of zero bits that may be asked for: a week of a client's time. */
const MAX_BITS = 40
const DEFAULT_TTL_MS = 300_000
/** Longest lifetime of a puzzle, in milliseconds. Answers can be collected for as long. */
const MAX_TTL_MS = 3_600_000
/** Maximum number of digits of the number that the client finds. */
const MAX_NONCE_DIGITS = 16
const KIND = 'proof of work'

const OPTIONS: OptionTable<ProofOfWorkOptions> = {
  secret: required(
    must(
      'a secret, or a list of secrets',
      (value) => typeof value === 'string' || isBytes(value) || Array.isArray(value),
    ),
  ),
  bits: wholeNumberFrom(1, MAX_BITS),
  ttlMs: wholeNumberFrom(1000, MAX_TTL_MS),
}

/**
 * A challenge that costs a client computing time, and a person nothing. The client gets a puzzle and searches for a whole number
 * so that the SHA-256 of `puzzle + '.' + number`, in ASCII, begins with `bits` zero bits. Its answer is that text. A puzzle is
 * valid for one address and a few minutes. Nothing is stored, so an answer may be used again while it is valid, but only for the
 * address that the puzzle was made for, and within its limits.
 *
 * @throws SealwrightError `invalid_request` for a secret that is too short
 *
 * @example
 * ```ts
 * const keys = new KeyIssuer({ store, mailer, secret, challenge: proofOfWork({ secret, bits: 18 }) })
 * ```
 */
export function proofOfWork(options: ProofOfWorkOptions): CodeChallenge {
  checkOptions(options, OPTIONS)
  const { bits = DEFAULT_BITS, ttlMs = DEFAULT_TTL_MS } = options
  const secrets = parseSecrets(options.secret)
  return {
    describe: ({ email }) => ({
      type: 'proof-of-work',
      algorithm: 'SHA-256',
      bits,
      puzzle: makePuzzle(secrets, email, bits, Date.now() + ttlMs),
    }),
    check(answer, { email }) {
      const { puzzle, nonce } = splitAnswer(answer)
      return isOurs(secrets, puzzle, email, bits) && nonce !== '' && hasLeadingZeros(answer, bits)
    },
  }
}

/**
 * Solves a puzzle, for clients in JavaScript and for tests. It takes 2^bits hashes on average, and lets other work of its thread
 * run after every 4096 hashes.
 *
 * @throws SealwrightError `invalid_request` for something that is not a puzzle; the signal's reason when aborted
 */
export async function solveProofOfWork(
  { puzzle, bits }: { readonly puzzle: string; readonly bits: number },
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  if (typeof puzzle !== 'string' || !Number.isInteger(bits) || bits < 1 || bits > MAX_BITS) {
    throw new SealwrightError('invalid_request', `A puzzle is a text, with 1 to ${MAX_BITS} bits.`)
  }
  for (let nonce = 0; ; nonce++) {
    const answer = `${puzzle}.${nonce}`
    if (hasLeadingZeros(answer, bits)) return answer
    if (nonce % HASHES_IN_A_TURN !== HASHES_IN_A_TURN - 1) continue
    signal?.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Hashes between two turns for other work: some milliseconds. */
const HASHES_IN_A_TURN = 4096

/** Makes a puzzle: its expiry, a random text, and a keyed hash over both and over what is asked for. */
function makePuzzle(secrets: Secrets, email: string, bits: number, expiresAt: number): string {
  const text = `${expiresAt}.${randomBytes(9).toString('base64url')}`
  return `${text}.${signText(secrets, KIND, puzzleText(text, email, bits))}`
}

function isOurs(secrets: Secrets, puzzle: string, email: string, bits: number): boolean {
  const [, text, expiresAt, mac] = /^((\d{1,15})\.[\w-]{12})\.([\w-]{43})$/.exec(puzzle) ?? []
  if (text === undefined || mac === undefined || Number(expiresAt) < Date.now()) return false
  return verifyText(secrets, KIND, puzzleText(text, email, bits), mac)
}

/** The hashed text includes the number of bits, so that older puzzles become invalid when the number is raised. */
function puzzleText(text: string, email: string, bits: number): string {
  return `${bits}.${text}.${email}`
}

function splitAnswer(answer: string): { readonly puzzle: string; readonly nonce: string } {
  const end = answer.lastIndexOf('.')
  const nonce = answer.slice(end + 1)
  const isNumber = end > 0 && nonce.length <= MAX_NONCE_DIGITS && /^\d+$/.test(nonce)
  return isNumber ? { puzzle: answer.slice(0, end), nonce } : { puzzle: '', nonce: '' }
}

function hasLeadingZeros(text: string, bits: number): boolean {
  const digest = createHash('sha256').update(text).digest()
  const whole = bits >>> 3
  for (let index = 0; index < whole; index++) if (digest[index] !== 0) return false
  return (digest[whole] ?? 0) >>> (8 - (bits & 7)) === 0
}
