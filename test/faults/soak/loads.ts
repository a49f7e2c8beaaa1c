/**
 * What clients of a signing service do all day. Each kind of work checks what it gets.
 *
 * @module
 */

import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { convertFile } from '../../../src/index.js'
import { multipartForm } from '../../contracts/adapter-client.js'
import { readMail } from '../../support/read-mail.js'
import { type Client, ServiceFault } from './client.js'
import type { Scene } from './scene.js'

/** What the clients share. */
export interface Work {
  readonly client: Client
  readonly scene: Scene
  readonly keys: readonly string[]
  readonly samples: Samples
  /** Batches that were accepted, with how many documents they have. */
  readonly batches: Map<string, { readonly documents: number; readonly apiKey: string }>
}

/** Documents that are sent. */
export interface Samples {
  readonly markdown: string
  readonly docx: Uint8Array
  readonly pdf: Uint8Array
  readonly longPdf: Uint8Array
}

/** Gives the milliseconds of the request that counts. */
export type Load = (work: Work) => Promise<number>

const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com' }
const AUDIT_TRAIL = [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit', data: { consent: true } }]
const DOCUMENTS = 10
/** How long a batch may take, with all that happens meanwhile. */
const BATCH_MS = 300_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T

export async function makeSamples(): Promise<Samples> {
  const clause = 'The parties agree that the rent of *100 EUR* is due on the first day of each month.\n\n'
  const markdown = `# Lease\n\n${clause.repeat(40)}`
  const { bytes: docx } = await convertFile(markdown, { from: 'md', to: 'docx' })
  const { bytes: pdf } = await convertFile('# Note\n\nWe agree.', { from: 'md', to: 'pdf' })
  const { bytes: longPdf } = await convertFile(`# Lease\n\n${clause.repeat(400)}`, { from: 'md', to: 'pdf' })
  return { markdown, docx, pdf, longPdf }
}

function requestOf(pdf: Uint8Array, withPage: boolean): string {
  const document = { base64: Buffer.from(pdf).toString('base64') }
  return JSON.stringify({ document, signer: SIGNER, auditTrail: AUDIT_TRAIL, certificate: { enabled: withPage } })
}

/** Signs; one in ten is sent again later, and must come back as it was. */
function signing(withPage: boolean): Load {
  return async ({ client, keys, samples }) => {
    const question = {
      body: requestOf(withPage ? samples.longPdf : samples.pdf, withPage),
      apiKey: pick(keys),
      accept: 'application/pdf',
      idempotencyKey: randomUUID(),
    }
    const answer = await client.ask('/v1/sign', question)
    expectStatus('sign', answer, 200)
    if (!answer.body.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new ServiceFault('sign: no PDF')
    if (randomInt(10) === 0) {
      const again = await client.ask('/v1/sign', question)
      if (digestOf(again.body) !== digestOf(answer.body)) throw new ServiceFault('sign: another answer to one key')
    }
    return answer.ms
  }
}

const verifying: Load = async ({ client, keys, samples }) => {
  const apiKey = pick(keys)
  const signed = await client.ask('/v1/sign', { body: requestOf(samples.pdf, true), apiKey, accept: 'application/pdf' })
  expectStatus('sign', signed, 200)
  const answer = await client.ask('/v1/verify', { body: new Uint8Array(signed.body), type: 'application/pdf' })
  expectStatus('verify', answer, 200)
  const { valid, reason } = answer.json<{ valid: boolean; reason: string }>()
  if (!valid) throw new ServiceFault(`verify: not valid: ${reason}`)
  return answer.ms
}

function converting(from: 'md' | 'docx'): Load {
  return async ({ client, keys, samples }) => {
    const content = from === 'md' ? Buffer.from(samples.markdown) : samples.docx
    const { body, type } = multipartForm(content, `lease.${from}`)
    const answer = await client.ask(`/v1/convert?from=${from}&to=pdf`, { body, type, apiKey: pick(keys) })
    expectStatus('convert', answer, 200)
    return answer.ms
  }
}

/** Sends a batch along with its documents, and waits until all of it is there. */
const signingBatches: Load = async ({ client, keys, samples, batches }) => {
  const apiKey = pick(keys)
  const document = { base64: Buffer.from(samples.pdf).toString('base64') }
  const documents = Array.from({ length: DOCUMENTS }, (_, index) => ({ document, name: `${index}.pdf` }))
  const order = { name: randomUUID(), steps: ['sign'], sign: { signer: SIGNER, auditTrail: AUDIT_TRAIL }, documents }
  const created = await client.ask('/v1/batches', { body: JSON.stringify(order), apiKey })
  expectStatus('batch', created, 202)
  const { id } = created.json<{ batch: { id: string } }>().batch
  batches.set(id, { documents: DOCUMENTS, apiKey })
  for (const end = performance.now() + BATCH_MS; performance.now() < end; await sleep(500)) {
    const status = await client.ask(`/v1/batches/${id}`, { apiKey })
    expectStatus('batch status', status, 200)
    if (status.json()['state'] === 'finished') return created.ms
  }
  throw new ServiceFault(`batch ${id}: not finished within ${BATCH_MS / 1000} s`)
}

/** Registers a new address, reads its mail, and signs with the key. */
const registering: Load = async ({ client, scene, samples }) => {
  const email = `${randomUUID()}@example.com`
  const { code, ms } = await askForCode(client, scene, email)
  const redeemed = await client.ask('/v1/auth/verify', { body: JSON.stringify({ email, code }) })
  // A code holds once: where its answer was lost with a replica, a client asks for another one.
  if (redeemed.status === 400 || redeemed.status === 401 || redeemed.status === 422) return ms
  if (redeemed.status !== 200 && redeemed.status !== 201) expectStatus('redeem', redeemed, 201)
  const { apiKey } = redeemed.json<{ apiKey: string }>()
  expectStatus('first signature', await client.ask('/v1/sign', { body: requestOf(samples.pdf, false), apiKey }), 200)
  return ms
}

/** A mail may be lost with the replica that was about to send it, as any mail may: people then ask again. */
async function askForCode(client: Client, scene: Scene, email: string): Promise<{ code: string; ms: number }> {
  for (let tries = 0; tries < 3; tries++) {
    const asked = await client.ask('/v1/auth/register', { body: JSON.stringify({ email }) })
    expectStatus('register', asked, 202)
    const code = await codeFor(scene, email)
    if (code !== undefined) return { code, ms: asked.ms }
  }
  throw new ServiceFault(`register: no mail for ${email}, asked for three times`)
}

/** The code in the last mail to an address, once that is there: at most 20 s. */
async function codeFor({ servers }: Scene, email: string): Promise<string | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = servers.mail.messages.findLast(({ to }) => to.includes(email))
    const code = mail === undefined ? undefined : /\b\d{6}\b/.exec(readMail(mail.raw).text)?.[0]
    if (code !== undefined) return code
    await sleep(100)
  }
  return undefined
}

/** What strangers send. Every answer is the client's fault, in time. */
const attacking: Load = async ({ client, keys, samples }) => {
  const damaged = samples.longPdf.slice()
  for (let i = 0; i < 50; i++) damaged[randomInt(damaged.length)] = randomInt(256)
  const attack = pick([
    () => client.ask('/v1/sign', { body: '{"document":', apiKey: pick(keys) }),
    () => client.ask('/v1/sign', { body: requestOf(samples.pdf.subarray(0, 300), false), apiKey: pick(keys) }),
    () => client.ask('/v1/sign', { body: requestOf(samples.pdf, false), apiKey: 'sw_none' }),
    () => client.ask('/v1/verify', { body: damaged, type: 'application/pdf' }),
    () => client.ask('/v1/verify', { body: randomBytes(1_000_000), type: 'application/pdf' }),
    () => client.ask('/v1/convert?from=html&to=pdf', formOf(`<table>${'<td>'.repeat(20_000)}`, 'a.html', pick(keys))),
    () => client.ask('/v1/convert?from=docx&to=pdf', formOf(samples.docx.slice(0, -500), 'a.docx', pick(keys))),
    () => client.ask(`/v1/batches/${randomUUID()}`, { apiKey: pick(keys) }),
  ])
  return (await attack()).ms
}

function formOf(content: string | Uint8Array, name: string, apiKey: string) {
  return { ...multipartForm(typeof content === 'string' ? Buffer.from(content) : content, name), apiKey }
}

function expectStatus(
  what: string,
  { status, body }: { readonly status: number; readonly body: Buffer },
  wanted: number,
) {
  if (status !== wanted) throw new ServiceFault(`${what}: ${status} ${body.toString().slice(0, 300)}`)
}

/** The mix: how often each is done of a hundred times. */
export const LOADS: readonly (readonly [name: string, weight: number, load: Load])[] = [
  ['sign', 25, signing(false)],
  ['sign with a page', 15, signing(true)],
  ['verify', 15, verifying],
  ['convert Markdown', 12, converting('md')],
  ['convert DOCX', 12, converting('docx')],
  ['batch', 5, signingBatches],
  ['register', 6, registering],
  ['hostile', 10, attacking],
]
