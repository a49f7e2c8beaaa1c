/**
 * Encrypts stored answers with a key that is derived from the request itself. Whoever reads the store sees no document; only the
 * sender of a request can read its answer.
 *
 * @module
 */

import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { SealwrightError } from '../../errors.js'
import { jsonText } from '../../input/json-text.js'

/** Digests that identify a request in the store, and the key that its answer is encrypted with. */
export interface RequestIdentity {
  readonly id: string
  /** Digest of the owner. */
  readonly owner: string
  readonly fingerprint: string
  readonly key: Uint8Array
}

/** The part of an answer that is replayed. */
interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Size in bytes from which hashing is done in another thread. */
const MIN_ASYNC_BYTES = 512 * 1024

/** Digest that identifies an owner in the store, so that neither the address nor the key is stored. */
export function ownerDigest(account: string): string {
  return hash('sha256', `sealwright owner ${account}`, 'hex')
}

/**
 * @param scope the account that the answer is kept for, the sender, and the idempotency key
 * @param parts content of the request, in the same order for equal requests
 */
export async function identifyRequest(
  { account, sender }: { readonly account: string; readonly sender: readonly string[] },
  parts: readonly (Uint8Array | string)[],
): Promise<RequestIdentity> {
  const digests = await Promise.all(parts.map(digestPart))
  const content = createHash('sha256')
  for (const digest of digests) content.update(digest)
  const secret = content.digest()
  const scopeText = jsonText(sender)
  const derive = (label: string) => createHmac('sha256', secret).update(`${label} ${scopeText}`).digest()
  return {
    id: hash('sha256', `sealwright idempotency ${scopeText}`, 'hex'),
    owner: ownerDigest(account),
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
const CIPHER_START = 1 + NONCE_BYTES
const HEAD_START = CIPHER_START + LENGTH_BYTES

/** Bytes that are encrypted or decrypted in one turn of the event loop. They take about two milliseconds. */
const PIECE_BYTES = 2 * 1024 * 1024

/** Encrypts an answer (AES-256-GCM): version, nonce, ciphertext, tag. */
export async function sealAnswer(answer: KeptAnswer, { key, id }: RequestIdentity): Promise<Uint8Array> {
  const { status, headers, body } = answer
  const head = Buffer.from(jsonText({ status, headers }))
  const bodyStart = HEAD_START + head.length
  const sealed = Buffer.allocUnsafeSlow(bodyStart + body.length + TAG_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  sealed[0] = VERSION
  sealed.set(nonce, 1)
  sealed.writeUInt32BE(head.length, CIPHER_START)
  sealed.set(head, HEAD_START)
  sealed.set(body, bodyStart)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id, 'hex'))
  await transformInPlace(cipher, sealed.subarray(CIPHER_START, -TAG_BYTES))
  cipher.final()
  sealed.set(cipher.getAuthTag(), sealed.length - TAG_BYTES)
  return sealed
}

/**
 * Decrypts an answer in place: the given bytes are overwritten, and the body is a part of them.
 *
 * @throws SealwrightError `store_unavailable` for an answer that was not encrypted with this request's key
 */
export async function openAnswer(sealed: Uint8Array, { key, id }: RequestIdentity): Promise<KeptAnswer> {
  try {
    if (sealed[0] !== VERSION) throw new Error(`There is no version ${sealed[0]}.`)
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, CIPHER_START))
    decipher.setAAD(Buffer.from(id, 'hex')).setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = bytes.subarray(CIPHER_START, -TAG_BYTES)
    await transformInPlace(decipher, plain)
    decipher.final()
    const bodyStart = LENGTH_BYTES + plain.readUInt32BE()
    const head = JSON.parse(plain.toString('utf8', LENGTH_BYTES, bodyStart)) as Omit<KeptAnswer, 'body'>
    return { ...head, body: plain.subarray(bodyStart) }
  } catch (cause) {
    throw new SealwrightError('store_unavailable', 'The answer that was kept cannot be read.', { cause })
  }
}

/**
 * Encrypts or decrypts in place. Counter mode yields as many bytes as it takes, so no second copy of a large answer is ever in
 * memory.
 */
async function transformInPlace(cipher: { update(data: Uint8Array): Uint8Array }, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    if (start > 0) await setImmediate()
    const piece = bytes.subarray(start, start + PIECE_BYTES)
    piece.set(cipher.update(piece))
  }
}
