/**
 * The key derivation of PKCS#12 (RFC 7292, appendix B), and the budget that all derivations for one file share.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { hash } from '../../platform/hashes.js'
import { IDENTITY_LIMITS } from '../identity-limits.js'
import { repeatHash } from './repeat-hash.js'

/** Purposes of derived bytes (RFC 7292, B.3). */
export const KDF_PURPOSE = { key: 1, iv: 2, mac: 3 } as const

/** Work that the derivations for one file may still take, with the caller's signal. */
export interface KdfBudget {
  iterationsLeft: number
  /** Command that writes such a file in a supported way, for messages. */
  readonly conversion: string
  readonly signal: AbortSignal | undefined
}

/** A fresh budget for one file. */
export function createKdfBudget(conversion: string, signal?: AbortSignal): KdfBudget {
  return { iterationsLeft: IDENTITY_LIMITS.maxKdfIterations, conversion, signal }
}

/** Takes `iterations` from the budget. */
export function spendIterations(budget: KdfBudget, iterations: number): void {
  budget.signal?.throwIfAborted()
  budget.iterationsLeft -= Math.max(1, iterations)
  if (budget.iterationsLeft < 0) {
    throw new SealwrightError('invalid_identity', 'Opening the file takes more key derivation steps than are allowed.')
  }
}

const HASH_FACTS: Record<string, { readonly block: number; readonly length: number }> = {
  sha1: { block: 64, length: 20 },
  sha224: { block: 64, length: 28 },
  sha256: { block: 64, length: 32 },
  sha384: { block: 128, length: 48 },
  sha512: { block: 128, length: 64 },
  'sha512-224': { block: 128, length: 28 },
  'sha512-256': { block: 128, length: 32 },
}

/** Iterations between two turns of the event loop, which take one to two milliseconds. */
const ITERATIONS_AT_ONCE = 4096

/**
 * Derives `length` bytes.
 *
 * @param hashName name in node:crypto
 * @param password BMPString octets with the terminating zero character, or no octets
 */
export async function derivePkcs12Bytes(
  hashName: string,
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  purpose: number,
  length: number,
  budget: KdfBudget,
): Promise<Uint8Array> {
  const facts = HASH_FACTS[hashName]
  if (facts === undefined) {
    throw new SealwrightError('invalid_identity', 'The file uses a digest that PKCS#12 key derivation does not have.')
  }
  const { block } = facts
  const saltLength = Math.ceil(salt.length / block) * block
  const passwordLength = Math.ceil(password.length / block) * block
  const input = new Uint8Array(block + saltLength + passwordLength)
  input.fill(purpose, 0, block)
  fillRepeating(input.subarray(block, block + saltLength), salt)
  fillRepeating(input.subarray(block + saltLength), password)

  const out = new Uint8Array(length)
  for (let at = 0; at < length; at += facts.length) {
    spendIterations(budget, iterations)
    const digest = await hashAgain(hashName, hash(hashName, input, 'buffer'), iterations - 1, budget)
    out.set(digest.subarray(0, length - at), at)
    addToBlocks(input.subarray(block), digest, block)
  }
  return out
}

async function hashAgain(hashName: string, first: Uint8Array, count: number, budget: KdfBudget): Promise<Uint8Array> {
  let digest = first
  for (let left = count; left > 0; left -= ITERATIONS_AT_ONCE) {
    digest = repeatHash(hashName, digest, Math.min(left, ITERATIONS_AT_ONCE))
    if (left > ITERATIONS_AT_ONCE) await yieldToEventLoop(budget)
  }
  return digest
}

async function yieldToEventLoop(budget: KdfBudget): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  budget.signal?.throwIfAborted()
}

function fillRepeating(target: Uint8Array, pattern: Uint8Array): void {
  for (let i = 0; i < target.length; i++) target[i] = pattern[i % pattern.length] ?? 0
}

/** Adds the digest, repeated to the length of a block, plus one to each block of the input (RFC 7292, B.2, step 6C). */
function addToBlocks(input: Uint8Array, digest: Uint8Array, block: number): void {
  for (let start = 0; start < input.length; start += block) {
    let carry = 1
    for (let i = block - 1; i >= 0; i--) {
      carry += (input[start + i] ?? 0) + (digest[i % digest.length] ?? 0)
      input[start + i] = carry
      carry >>= 8
    }
  }
}
