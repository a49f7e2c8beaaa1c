/**
 * What a client must show before it is sent a code.
 *
 * @module
 */

import { describe, expect, it, vi } from 'vitest'
import { createApi } from '../../src/http/create-api.js'
import type { ChallengeError, CodeChallenge } from '../../src/keys/issuing/challenge.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { proofOfWork, solveProofOfWork } from '../../src/keys/issuing/proof-of-work.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyIssuerOptions } from '../../src/keys/key-issuer-options.js'
import { developmentIdentity } from '../../src/sign/identity/development-identity.js'
import { codeMailbox } from './code-mailbox.js'

const SECRET = 'a secret of at least thirty-two bytes'
const ADA = 'ada@example.com'
const BITS = 8

function setUp(challenge: CodeChallenge, options: Partial<KeyIssuerOptions> = {}) {
  const mailbox = codeMailbox()
  const keys = new KeyIssuer({ store: memoryStore(), mailer: mailbox, secret: SECRET, challenge, ...options })
  return { keys, mailbox }
}

async function challengeOf(keys: KeyIssuer, email = ADA): Promise<{ puzzle: string; bits: number }> {
  const refusal = await keys.requestCode(email).then(
    () => undefined,
    (error: unknown) => error as ChallengeError,
  )
  expect(refusal).toMatchObject({ code: 'challenge_required', challenge: { type: 'proof-of-work', bits: BITS } })
  return refusal?.challenge as unknown as { puzzle: string; bits: number }
}

describe('proof of work', () => {
  it('sends a code to a client that did the work', async () => {
    const { keys, mailbox } = setUp(proofOfWork({ secret: SECRET, bits: BITS }))
    const answer = await solveProofOfWork(await challengeOf(keys))
    expect(mailbox.messages).toHaveLength(0)
    await keys.requestCode(ADA, { challenge: answer })
    expect(mailbox.messages).toHaveLength(1)
  })

  it('refuses answers that are wrong, forged, of another address, or of less work', async () => {
    const { keys, mailbox } = setUp(proofOfWork({ secret: SECRET, bits: BITS }))
    const { puzzle } = await challengeOf(keys)
    let wrong = 0
    while ((await solvesAt(`${puzzle}.${wrong}`)) === true) wrong++
    const other = await solveProofOfWork(await challengeOf(keys, 'eve@example.com'))
    const foreign = proofOfWork({ secret: `${SECRET} of somebody else`, bits: BITS })
    const forged = (await foreign.describe({ email: ADA, signal: AbortSignal.timeout(9999) })) as { puzzle: string }
    const easy = proofOfWork({ secret: SECRET, bits: 1 })
    const cheap = (await easy.describe({ email: ADA, signal: AbortSignal.timeout(9999) })) as { puzzle: string }
    const answers = [
      `${puzzle}.${wrong}`,
      other,
      await solveProofOfWork({ puzzle: forged.puzzle, bits: BITS }),
      await solveProofOfWork({ puzzle: cheap.puzzle, bits: BITS }),
      puzzle,
      '',
      '.',
      'x'.repeat(5000),
    ]
    for (const challenge of answers) {
      await expect(keys.requestCode(ADA, { challenge }), challenge.slice(0, 20)).rejects.toMatchObject({
        code: 'challenge_required',
      })
    }
    expect(mailbox.messages).toHaveLength(0)
  })

  it('refuses a puzzle whose time is over', async () => {
    const work = proofOfWork({ secret: SECRET, bits: BITS, ttlMs: 1000 })
    const { puzzle } = (await work.describe({ email: ADA, signal: AbortSignal.timeout(9999) })) as { puzzle: string }
    const answer = await solveProofOfWork({ puzzle, bits: BITS })
    expect(await work.check(answer, { email: ADA, signal: AbortSignal.timeout(9999) })).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1100 })
    try {
      expect(await work.check(answer, { email: ADA, signal: AbortSignal.timeout(9999) })).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('asks for as much work as it says', async () => {
    const { createHash } = await import('node:crypto')
    const answer = await solveProofOfWork({ puzzle: 'abc', bits: 11 })
    const digest = createHash('sha256').update(answer).digest()
    expect(digest.readUInt16BE() >>> 5).toBe(0)
  })

  it('goes on with a secret that is being changed', async () => {
    const before = proofOfWork({ secret: SECRET, bits: BITS })
    const after = proofOfWork({ secret: [`${SECRET} that is new`, SECRET], bits: BITS })
    const request = { email: ADA, signal: AbortSignal.timeout(9999) }
    const { puzzle } = (await before.describe(request)) as { puzzle: string }
    expect(await after.check(await solveProofOfWork({ puzzle, bits: BITS }), request)).toBe(true)
  })
})

async function solvesAt(text: string): Promise<boolean> {
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(text).digest()[0] === 0
}

describe('a challenge', () => {
  it('is part of the problem over HTTP, and its answer of the request', async () => {
    const { keys, mailbox } = setUp(proofOfWork({ secret: SECRET, bits: BITS }))
    const api = createApi({ identity: await developmentIdentity(), keys, workers: false })
    const register = (body: object) =>
      api.fetch(
        new Request('http://localhost/v1/auth/register', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    const refused = await register({ email: ADA })
    expect(refused.status).toBe(403)
    const { code, challenge } = (await refused.json()) as { code: string; challenge: { puzzle: string; bits: number } }
    expect(code).toBe('challenge_required')
    const answer = await solveProofOfWork(challenge)
    expect((await register({ email: ADA, challenge: answer })).status).toBe(202)
    expect(mailbox.messages).toHaveLength(1)
    const query = new URLSearchParams({ email: 'bob@example.com', challenge: answer })
    expect((await api.fetch(new Request(`http://localhost/v1/auth/register?${query}`))).status).toBe(403)
    await api.close()
  })

  it('that cannot be judged is an outage, and counts for nobody', async () => {
    const challenge = {
      describe: () => ({ type: 'captcha' }),
      check: () => Promise.reject(new Error('The provider is away.')),
    }
    const { keys, mailbox } = setUp(challenge)
    for (let n = 0; n < 15; n++) {
      await expect(keys.requestCode(ADA, { challenge: 'token' })).rejects.toMatchObject({ code: 'store_unavailable' })
    }
    expect(mailbox.messages).toHaveLength(0)
  })

  it('is judged no more often for one client than it may ask for codes', async () => {
    let judged = 0
    const challenge = {
      describe: () => ({ type: 'captcha' }),
      check: () => {
        judged++
        return false
      },
    }
    const { keys } = setUp(challenge)
    for (let n = 0; n < 30; n++) {
      await keys.requestCode(ADA, { challenge: 'token', clientAddress: '198.51.100.1' }).catch(() => undefined)
    }
    expect(judged).toBe(20)
  })

  it('needs both of its methods', () => {
    expect(() => setUp({ describe: () => ({}) } as unknown as CodeChallenge)).toThrow(/challenge/)
  })
})
