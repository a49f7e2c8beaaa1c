/**
 * Answers as they are stored: encrypted with a key that is derived from the request itself. Whoever sees the store sees
 * no document; only who has sent a request can read its answer.
 *
 * @module
 */

import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { jsonText } from '../../input/json-text.js'

/** What stands for a request in the store, and what its answer is encrypted with. */
export interface RequestIdentity {
  readonly id: string
  readonly fingerprint: string
  readonly key: Uint8Array
}

/** The part of an answer that is replayed. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** From this size on, in bytes, hashing goes to another thread. */
const MIN_ASYNC_BYTES = 512 * 1024

/**
 * @param scope The owner and the key that was sent.
 * @param parts What was asked, in the same order for the same request.
 */
export async function identifyRequest(
  scope: readonly string[],
  parts: readonly (Uint8Array | string)[],
): Promise<RequestIdentity> {
  const digests = await Promise.all(parts.map(digestPart))
  const content = createHash('sha256')
  for (const digest of digests) content.update(digest)
  const secret = content.digest()
  const scopeText = jsonText(scope)
  const derive = (label: string) => createHmac('sha256', secret).update(`${label} ${scopeText}`).digest()
  return {
    id: hash('sha256', `sealwright idempotency ${scopeText}`, 'hex'),
    fingerprint: derive('fingerprint').toString('hex'),
    key: derive('answer'),
  }
}

async function digestPart(part: Uint8Array | string): Promise<Uint8Array> {
  if (part.length < MIN_ASYNC_BYTES) return hash('sha256', part, 'buffer')
  const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LENGTH_BYTES = 4

/** Encrypts an answer (AES-256-GCM): version, nonce, ciphertext, tag. */
export function sealAnswer({ status, headers, body }: KeptAnswer, { key, id }: RequestIdentity): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id, 'hex'))
  const head = Buffer.from(jsonText({ status, headers }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(head.length)
  const parts = [cipher.update(length), cipher.update(head), cipher.update(body), cipher.final()]
  return Buffer.concat([Uint8Array.of(VERSION), nonce, ...parts, cipher.getAuthTag()])
}

/** @throws SealwrightError `store_unavailable` for what was not sealed with this request */
export function openAnswer(sealed: Uint8Array, { key, id }: RequestIdentity): KeptAnswer {
  try {
    if (sealed[0] !== VERSION) throw new Error(`There is no version ${sealed[0]}.`)
    const end = sealed.length - TAG_BYTES
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES))
    decipher.setAAD(Buffer.from(id, 'hex')).setAuthTag(sealed.subarray(end))
    const plain = Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, end)), decipher.final()])
    const bodyStart = LENGTH_BYTES + plain.readUInt32BE()
    const head = JSON.parse(plain.toString('utf8', LENGTH_BYTES, bodyStart)) as Omit<KeptAnswer, 'body'>
    return { ...head, body: plain.subarray(bodyStart) }
  } catch (cause) {
    throw new SealwrightError('store_unavailable', 'The answer that was kept cannot be read.', { cause })
  }
}
