/**
 * What the users of a host do with the API behind its own log-in, and what they cannot do with each other's things.
 *
 * @module
 */

import { equal, notEqual, ok } from 'node:assert/strict'
import type { Example } from './start-example.js'

/** Logs a user in and gives the cookies. */
export type LogIn = (url: string, user: 'ada' | 'charles') => Promise<string>

const PASSWORDS = { ada: 'the first password', charles: 'the second password' }

/** Registers a user with better-auth, which logs him in. */
export const logInByBetterAuth: LogIn = async (url, user) => {
  const body = JSON.stringify({ name: user, email: `${user}@example.com`, password: PASSWORDS[user] })
  const headers = { 'content-type': 'application/json', origin: url }
  return cookiesOf(await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body }))
}

/** Logs a user in by a form. */
export const logInByForm: LogIn = async (url, user) => {
  const body = new URLSearchParams({ username: user, password: PASSWORDS[user] })
  return cookiesOf(await fetch(`${url}/login`, { method: 'POST', body }))
}

function cookiesOf(answer: Response): string {
  ok(answer.ok, `Logging in was answered with ${answer.status}.`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  ok(cookies.length > 0)
  return cookies.join('; ')
}

/** Nobody gets in without logging in, and nobody reads what is another's. */
export async function useAsOwnUsers({ url }: Example, logIn: LogIn): Promise<void> {
  equal((await fetch(`${url}/v1/health`)).status, 200)
  equal((await fetch(`${url}/v1/auth/register?email=ada@example.com`)).status, 404)
  const [ada, charles] = [await logIn(url, 'ada'), await logIn(url, 'charles')]
  const pdf = await convert(url, ada)
  await keepApart(url, pdf, ada, charles)
  await hideBatch(url, pdf, ada, charles)
  // A form on another site sends the cookies along.
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  equal((await sign(url, pdf, { cookie: ada, ...foreign })).status, 403)
}

async function convert(url: string, cookie: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob(['# Contract\n\nThe parties agree.\n']), 'contract.md')
  equal((await fetch(`${url}/v1/convert?from=md&to=pdf`, { method: 'POST', body })).status, 401)
  const answer = await fetch(`${url}/v1/convert?from=md&to=pdf`, { method: 'POST', headers: { cookie }, body })
  equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com' }

function sign(url: string, base64: string, headers: Record<string, string>): Promise<Response> {
  const auditTrail = [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }]
  const body = JSON.stringify({ document: { base64 }, signer: SIGNER, auditTrail })
  return fetch(`${url}/v1/sign`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
}

/** Two users send one idempotency key, with equal requests. */
async function keepApart(url: string, pdf: string, ada: string, charles: string): Promise<void> {
  const signAs = async (cookie: string) => {
    const answer = await sign(url, pdf, { cookie, 'idempotency-key': 'order-1' })
    return { status: answer.status, isReplayed: answer.headers.has('idempotency-replayed'), text: await answer.text() }
  }
  const [first, again, other] = [await signAs(ada), await signAs(ada), await signAs(charles)]
  equal(first.status, 200, first.text)
  equal(again.isReplayed, true)
  equal(again.text, first.text)
  equal(other.status, 200, other.text)
  equal(other.isReplayed, false)
  notEqual(other.text, first.text)
}

async function hideBatch(url: string, pdf: string, ada: string, charles: string): Promise<void> {
  const documents = [{ name: 'contract.pdf', document: { base64: pdf } }]
  const body = JSON.stringify({ steps: ['sign'], sign: { signer: SIGNER }, documents })
  const headers = { 'content-type': 'application/json', cookie: ada }
  const answer = await fetch(`${url}/v1/batches`, { method: 'POST', headers, body })
  const text = await answer.text()
  equal(answer.status, 202, text)
  const path = `${url}/v1/batches/${(JSON.parse(text) as { batch: { id: string } }).batch.id}`
  const statusAs = async (cookie: string | undefined, method = 'GET', part = '') =>
    (await fetch(path + part, { method, headers: cookie === undefined ? {} : { cookie } })).status
  equal(await statusAs(ada), 200)
  equal(await statusAs(ada, 'GET', '/results'), 200)
  for (const part of ['', '/results', '/failures']) equal(await statusAs(charles, 'GET', part), 404)
  equal(await statusAs(charles, 'DELETE'), 404)
  equal(await statusAs(undefined), 401)
}
