/**
 * Identities that sign without keeping their thread busy.
 *
 * @module
 */

import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sparingThread } from '../../src/sign/identity/identity-local-key.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { makeTestKey } from '../support/keys.js'

const DATA = Buffer.from('what is signed')

describe('an identity that spares its thread', () => {
  it('makes the same signature of RSA, without keeping the thread', async () => {
    const pem = makeTestKey()
    const identity = await identityFromPem(pem)
    const sparing = sparingThread(identity)
    const pending = sparing.sign(DATA)
    expect(pending).toBeInstanceOf(Promise)
    expect(Buffer.from(await pending)).toEqual(Buffer.from(await identity.sign(DATA)))
    expect(verify('sha256', DATA, createPublicKey(pem.certificate), await pending)).toBe(true)
    expect([sparing.certificates, sparing.algorithm]).toEqual([identity.certificates, identity.algorithm])
  })

  it('does not begin for someone who is gone', async () => {
    const sparing = sparingThread(await identityFromPem(makeTestKey()))
    await expect(sparing.sign(DATA, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })

  it('leaves keys that are elsewhere as they are', () => {
    const remote = { certificates: [], algorithm: { name: 'Ed25519' } as const, sign: async () => new Uint8Array(64) }
    expect(sparingThread(remote)).toBe(remote)
    const whole = { signDetached: async () => new Uint8Array(1) }
    expect(sparingThread(whole)).toBe(whole)
  })
})
