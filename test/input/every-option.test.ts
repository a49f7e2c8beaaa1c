/**
 * Every function that takes options refuses unknown ones, and is in the list of this test.
 *
 * @module
 */

import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { s3Store } from '../../adapters/batch/s3-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { diskSpace } from '../../adapters/disk-space.js'
import { drainOnSignal, drainServer } from '../../adapters/drain-server.js'
import { expressHandler } from '../../adapters/express.js'
import { honoHandler } from '../../adapters/hono.js'
import { identityFromAwsKms } from '../../adapters/identities/aws-kms.js'
import { identityFromAzureKeyVault } from '../../adapters/identities/azure-key-vault.js'
import { identityFromCsc } from '../../adapters/identities/csc.js'
import { identityFromGoogleKms } from '../../adapters/identities/google-kms.js'
import { identityFromPkcs11 } from '../../adapters/identities/pkcs11.js'
import { identityFromVault } from '../../adapters/identities/vault.js'
import { nodeListener } from '../../adapters/node.js'
import { openTelemetry } from '../../adapters/opentelemetry.js'
import { smtpMailer } from '../../adapters/smtp-mailer.js'
import { postgresIdempotencyStore } from '../../adapters/stores/postgres-store.js'
import {
  redisConcurrencyLimiter,
  redisIdempotencyStore,
  redisRateLimiter,
  redisRevocationStore,
  redisStore,
  redisTrustListStore,
} from '../../adapters/stores/redis-store.js'
import { openSqlite, sqliteIdempotencyStore } from '../../adapters/stores/sqlite-store.js'
import { loadAdobeTrustList, loadEuTrustLists, trustListFromFile } from '../../adapters/trust-lists/entry.js'
import * as sealwright from '../../src/index.js'
import { SealwrightError } from '../../src/index.js'
import { publicOptions } from './public-options.js'

/** A call with options that have one more name than they may. */
type Call = (wrong: never) => unknown

const bytes = new Uint8Array(8)
const client = { sendCommand: async () => null }
const pool = { query: async () => ({ rows: [] }) }
const database = { prepare: () => ({ run: () => undefined, all: () => [] }) }
const store = sealwright.memoryStore()
const fetch = () => Promise.reject(new Error('Nothing may be fetched.'))

const CALLS: Readonly<Record<string, Call>> = {
  'sealwright:createBatches(options)': (wrong) => sealwright.createBatches(wrong),
  'sealwright:fromFolder(options)': (wrong) => sealwright.fromFolder(fileStore('nowhere'), '', wrong).next(),
  'sealwright:convertFile(options)': (wrong) => sealwright.convertFile('# x', { from: 'md' }, wrong),
  'sealwright:createApi(options)': (wrong) => sealwright.createApi(wrong),
  'sealwright:memoryIdempotencyStore(options)': (wrong) => sealwright.memoryIdempotencyStore(wrong),
  'sealwright:consoleMailer(options)': (wrong) => sealwright.consoleMailer(wrong),
  'sealwright:KeyIssuer(options)': (wrong) => new sealwright.KeyIssuer(wrong),
  'sealwright:schedulePurge(options)': (wrong) => sealwright.schedulePurge([], wrong),
  'sealwright:renderReport(options)': (wrong) => sealwright.renderReport({} as never, wrong),
  'sealwright:extendDocument(options)': (wrong) => sealwright.extendDocument(bytes, wrong),
  'sealwright:developmentIdentity(options)': (wrong) => sealwright.developmentIdentity(wrong),
  'sealwright:oneShotIssuer(options)': (wrong) => sealwright.oneShotIssuer(wrong),
  'sealwright:identityFromPem(options)': (wrong) => sealwright.identityFromPem({ key: '', certificate: '' }, wrong),
  'sealwright:identityFromPkcs12(options)': (wrong) => sealwright.identityFromPkcs12(bytes, '', wrong),
  'sealwright:signDocument(options)': (wrong) => sealwright.signDocument(bytes, {} as never, wrong),
  'sealwright:completeSignature(options)': (wrong) => sealwright.completeSignature(bytes, bytes, wrong),
  'sealwright:prepareSignature(options)': (wrong) => sealwright.prepareSignature(bytes, {} as never, wrong),
  'sealwright:onlineRevocation(options)': (wrong) => sealwright.onlineRevocation(wrong),
  'sealwright:memoryRevocationStore(options)': (wrong) => sealwright.memoryRevocationStore(wrong),
  'sealwright:timestampAuthority(options)': (wrong) => sealwright.timestampAuthority('https://tsa.test', wrong),
  'sealwright:verifyDocument(options)': (wrong) => sealwright.verifyDocument(bytes, wrong),
  'sealwright:listParties(options)': (wrong) => sealwright.listParties(bytes, wrong),
  'sealwright:checkPageFiles(options)': (wrong) => sealwright.checkPageFiles(wrong),
  'sealwright:createWorkers(options)': (wrong) => sealwright.createWorkers(wrong),
  'sealwright/express:expressHandler(options)': (wrong) => expressHandler({} as never, wrong),
  'sealwright/node:nodeListener(options)': (wrong) => nodeListener({} as never, wrong),
  'sealwright/node:drainOnSignal(options)': (wrong) => drainOnSignal({} as never, {} as never, wrong),
  'sealwright:proofOfWork(options)': (wrong) => sealwright.proofOfWork(wrong),
  'sealwright/node:diskSpace(options)': (wrong) => diskSpace('.', wrong),
  'sealwright/node:drainServer(options)': (wrong) => drainServer({} as never, {} as never, wrong),
  'sealwright/hono:honoHandler(options)': (wrong) => honoHandler({} as never, wrong),
  'sealwright/batch:bullmqEngine(options)': (wrong) => bullmqEngine(wrong),
  'sealwright/batch:fileStore(options)': (wrong) => fileStore('nowhere', wrong),
  'sealwright/batch:s3Store(options)': (wrong) => s3Store(wrong),
  'sealwright/batch:sqliteEngine(options)': (wrong) => sqliteEngine(wrong),
  'sealwright/trust-lists:loadAdobeTrustList(options)': (wrong) => loadAdobeTrustList(wrong),
  'sealwright/trust-lists:loadEuTrustLists(options)': (wrong) => loadEuTrustLists(wrong),
  'sealwright/trust-lists:trustListFromFile(options)': (wrong) => trustListFromFile(bytes, wrong),
  'sealwright/telemetry:openTelemetry(options)': (wrong) => openTelemetry(wrong),
  'sealwright/stores/sqlite:openSqlite(options)': (wrong) => openSqlite('nowhere', wrong),
  'sealwright/stores/sqlite:sqliteIdempotencyStore(options)': (wrong) => sqliteIdempotencyStore(database, wrong),
  'sealwright/stores/postgres:postgresIdempotencyStore(options)': (wrong) => postgresIdempotencyStore(pool, wrong),
  'sealwright/stores/redis:redisStore(options)': (wrong) => redisStore(client, wrong),
  'sealwright/stores/redis:redisConcurrencyLimiter(options)': (wrong) => redisConcurrencyLimiter(client, wrong),
  'sealwright/stores/redis:redisIdempotencyStore(options)': (wrong) => redisIdempotencyStore(client, wrong),
  'sealwright/stores/redis:redisRateLimiter(options)': (wrong) => redisRateLimiter(client, wrong),
  'sealwright/stores/redis:redisTrustListStore(options)': (wrong) => redisTrustListStore(client, wrong),
  'sealwright/stores/redis:redisRevocationStore(options)': (wrong) => redisRevocationStore(client, wrong),
  'sealwright/mailers/smtp:smtpMailer(options)': (wrong) => smtpMailer('smtp://mail.test', wrong),
  'sealwright/identities/aws-kms:identityFromAwsKms(options)': (wrong) => identityFromAwsKms(wrong),
  'sealwright/identities/google-kms:identityFromGoogleKms(options)': (wrong) => identityFromGoogleKms(wrong),
  'sealwright/identities/azure-key-vault:identityFromAzureKeyVault(options)': (wrong) =>
    identityFromAzureKeyVault(wrong),
  'sealwright/identities/vault:identityFromVault(options)': (wrong) => identityFromVault(wrong),
  'sealwright/identities/csc:identityFromCsc(options)': (wrong) => identityFromCsc(wrong),
  'sealwright/identities/pkcs11:identityFromPkcs11(options)': (wrong) => identityFromPkcs11(wrong),
}

/** Parameters that are called options and are none of ours to refuse. */
const OTHERS: Readonly<Record<string, string>> = {
  'sealwright:identityFromPem(input)': 'Hosts hand over records of settings that have more in them.',
  'sealwright:SealwrightError(options)': 'What makes an error must not end in another one.',
}

it('every function of every entry that takes options is in the list of this test', { timeout: 120_000 }, () => {
  // What these two give again are the same functions.
  const found = publicOptions().filter((each) => !/^sealwright\/(?:batch:(?:createBatches|fromFolder)|web:)/.test(each))
  expect(found.sort()).toEqual([...Object.keys(CALLS), ...Object.keys(OTHERS)].sort())
})

it.each(Object.entries(CALLS))('%s refuses a name that it does not know', async (_, call) => {
  const wrong = { flavour: 'vanilla' } as never
  const error = await (async () => call(wrong))().catch((each: unknown) => each)
  expect(error).toBeInstanceOf(SealwrightError)
  const { code, errors } = error as SealwrightError
  expect(code).toBe('invalid_request')
  expect(errors).toContainEqual(expect.objectContaining({ pointer: '/flavour', code: 'unknown_option' }))
})

it.each(Object.entries(CALLS))('%s takes no null for options', async (_, call) => {
  const error = await (async () => call(null as never))().catch((each: unknown) => each)
  expect(error).toBeInstanceOf(SealwrightError)
  expect((error as SealwrightError).code).toBe('invalid_request')
})

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it.each<[string, string, () => unknown]>([
  ['/timeoutMS', 'timeoutMs', () => sealwright.timestampAuthority('https://tsa.test', { timeoutMS: 1 } as never)],
  ['/maxCrlByte', 'maxCrlBytes', () => sealwright.onlineRevocation({ maxCrlByte: 1 } as never)],
  ['/rateLimits/perClient', 'requestsPerClient', () => issuer({ rateLimits: { perClient: {} } })],
  ['/verify/trustAnchor', 'trustAnchors', () => sealwright.createBatches({ verify: { trustAnchor: [] } } as never)],
  ['/algorithm/digest', 'hash', () => identityFromVault({ algorithm: { name: 'ECDSA', digest: 'x' }, fetch } as never)],
  ['/retries/attempts', 'maxAttempts', () => sealwright.createBatches({ retries: { attempts: 3 } } as never)],
  ['/lang', 'language', () => sealwright.renderReport({} as never, { format: 'pdf', lang: 'de' } as never)],
])('%s: the nearest name is %s', async (pointer, nearest, call) => {
  const error = await (async () => call())().catch((each: unknown) => each)
  const { errors } = error as SealwrightError
  expect(errors.find((each) => each.pointer === pointer)?.message).toContain(`did you mean ${nearest}?`)
})

function issuer(options: object) {
  return new sealwright.KeyIssuer({ store, mailer: sealwright.consoleMailer(), secret: 'x'.repeat(32), ...options })
}

it('what is right is taken: a key, an issuer, an authority, sources, limits', async () => {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const { certificates } = await sealwright.developmentIdentity({ name: 'Ada', now: new Date() })
  const certificate = new X509Certificate(certificates[0] ?? bytes).toString()
  // The key is another one: the options were taken, and what they say was looked at.
  const opened = sealwright.identityFromPem({ key, certificate, chain: [certificate], passphrase: '' }, {})
  await expect(opened).rejects.toMatchObject({ code: 'key_mismatch' })
  issuer({ rateLimiter: false, rateLimits: { requestsPerClient: { points: 3, windowMs: 1000 } }, keyTtlMs: 1000 })
  sealwright.timestampAuthority('https://tsa.test', { policy: '1.2.3', hash: 'sha512', headers: { a: 'b' } })
  sealwright.onlineRevocation({ store: sealwright.memoryRevocationStore({ maxBytes: 1000 }), nonce: true })
})
