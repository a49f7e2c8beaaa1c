/**
 * What callers read who take a function for another one: every message says what is wrong, where, and what to do.
 *
 * @module
 */

import { expect, it } from 'vitest'
import {
  consoleMailer,
  convertFile,
  createApi,
  developmentIdentity,
  extendDocument,
  KeyIssuer,
  memoryStore,
  SealwrightError,
  schedulePurge,
  signDocument,
  signedRevision,
  verifyDocument,
} from '../../src/index.js'

/** Calls as JavaScript makes them, where no compiler objects. */
type Call = (...args: unknown[]) => unknown

const sign = signDocument as Call
const verify = verifyDocument as Call
const convert = convertFile as Call
const identity = developmentIdentity({ name: 'Ada' })
const request = {
  signer: { name: 'Ada', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-21T09:00:00Z', type: 'submit' }],
}
const page = convertFile('# Contract', { from: 'md', to: 'pdf' }).then(({ bytes }) => bytes)

async function signed(): Promise<Uint8Array> {
  const bare = { ...request, certificate: { enabled: false } }
  return (await signDocument(await page, bare, { identity: await identity })).bytes
}

function keys(): KeyIssuer {
  return new KeyIssuer({ store: memoryStore(), mailer: consoleMailer(), secret: 'x'.repeat(32) })
}

const issueKey = (grants: unknown) => (keys().issueKey as Call)('ada@example.com', grants)

it.each<[call: string, message: RegExp, () => unknown]>([
  [
    'signDocument without options',
    /options are missing: an object with identity/,
    async () => sign(await page, request),
  ],
  ['options that are text', /must be an object, not a string/, async () => sign(await page, request, 'key.p12')],
  ['createApi without options', /missing: an object with identity/, () => (createApi as Call)()],
  [
    'a document that is null',
    /async iterable of bytes, not null/,
    async () => sign(null, request, { identity: await identity }),
  ],
  ['no document', /async iterable of bytes, not undefined/, () => verify()],
  ['an empty file', /is empty/, () => verify(new Uint8Array())],
  [
    'a misspelt member of the request',
    /"auditTrial" is not known here; perhaps "auditTrail" is meant/,
    async () => sign(await page, { ...request, auditTrial: [] }, { identity: await identity }),
  ],
  [
    'a picture given as bytes alone',
    /^appearance\.image must be an object\.$/,
    async () =>
      sign(await page, request, {
        identity: await identity,
        appearance: { rectangle: [10, 10, 90, 40], image: new Uint8Array(9) },
      }),
  ],
  [
    'an option of converting in the wrong place',
    /conformance belongs to the third argument/,
    () => convert('# x', { from: 'md', conformance: 'PDF/A-2u' }),
  ],
  ['text of no kind', /name it with "from"/, () => convert('# x')],
  [
    'an anchor that is none',
    /does not begin like a certificate/,
    async () => verify(await page, { trustAnchors: [new Uint8Array(3)] }),
  ],
  [
    'extending without an authority',
    /no authority in timestampAuthorities/,
    async () => (extendDocument as Call)(await signed(), {}),
  ],
  ['a revision without a signer', /entry of the signers of a report/, async () => (signedRevision as Call)(await page)],
  ['a revision without bytes', /bytes that were verified are missing/, () => (signedRevision as Call)()],
  ['purging what is no list', /must be a list/, () => (schedulePurge as Call)('keys')],
  ['a key with a date as text', /expiresAt must be a valid Date/, () => issueKey({ expiresAt: '2027-01-01' })],
  ['a key with a misspelt grant', /scope: unknown option; did you mean scopes/, () => issueKey({ scope: ['sign'] })],
  ['a key with one scope as text', /scopes must be a list/, () => issueKey({ scopes: 'sign' })],
  [
    'a key with a quota of nothing',
    /quotas\.sign\.concurrent must be a whole number from 1 on/,
    () => issueKey({ quotas: { sign: { concurrent: 0 } } }),
  ],
  ['grants that are null', /grants must be an object, not null/, () => issueKey(null)],
])('%s', async (_call, message, call) => {
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => new Error('It was accepted.'),
      (cause: unknown) => cause,
    )
  expect(error).toBeInstanceOf(SealwrightError)
  expect((error as SealwrightError).message).toMatch(message)
})
