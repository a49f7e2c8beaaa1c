/**
 * A client of several replicas that behaves as clients should: what was not answered is asked again, of another replica and
 * with the same idempotency key, and who is told to wait waits.
 *
 * @module
 */

import { randomInt, randomUUID } from 'node:crypto'
import { type Answer, send } from '../../contracts/adapter-client.js'
import type { Replica } from './scene.js'

/** How long one answer may take, with all attempts. */
const PATIENCE_MS = 90_000
const PAUSE_MS = 250

/** Statuses after which the same request is sent again: the service says that it is busy or that a part of it is away. */
const LATER: ReadonlySet<number> = new Set([429, 503])

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What is sent. */
export interface Question {
  readonly method?: string
  readonly body?: string | Uint8Array
  readonly type?: string
  readonly apiKey?: string
  readonly accept?: string
  /** For requests that must not be done twice. Default: one for each question. */
  readonly idempotencyKey?: string
}

/** Counts of what happened on the way to answers. */
export interface ClientCounts {
  attempts: number
  broken: number
  later: number
  unexpected: Map<string, number>
}

/** Asks the replicas by turns. */
export class Client {
  readonly counts: ClientCounts = { attempts: 0, broken: 0, later: 0, unexpected: new Map() }
  readonly #replicas: readonly Replica[]
  #turn = 0

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas
  }

  /**
   * Gives the final answer and the time of the attempt that got it.
   *
   * @throws Error when there is none in time, or one that no client can do anything about
   */
  async ask(path: string, question: Question = {}): Promise<Answer & { readonly ms: number }> {
    const { body, method = body === undefined ? 'GET' : 'POST', type = 'application/json', apiKey, accept } = question
    const headers = {
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined || apiKey === undefined
        ? {}
        : { 'idempotency-key': question.idempotencyKey ?? randomUUID() }),
    }
    const end = performance.now() + PATIENCE_MS
    let last = 'nothing'
    while (performance.now() < end) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length]
      const begun = performance.now()
      this.counts.attempts++
      try {
        const sending = { method, headers, ...(body === undefined ? {} : { body }) }
        const answer = await send(`http://127.0.0.1:${replica?.port}${path}`, sending)
        if (!LATER.has(answer.status) && !this.#isInProgress(answer)) {
          if (answer.status >= 500) this.#fail(path, answer)
          return { ...answer, json: answer.json, ms: performance.now() - begun }
        }
        this.counts.later++
        last = `${answer.status} ${answer.body.toString().slice(0, 200)}`
        await sleep(Math.min(5000, 1000 * Number(answer.headers['retry-after'] ?? 0)) || PAUSE_MS)
      } catch (error) {
        if (error instanceof ServiceFault) throw error
        this.counts.broken++
        last = String(error)
        await sleep(PAUSE_MS)
      }
    }
    throw new ServiceFault(`${method} ${path}: no answer within ${PATIENCE_MS / 1000} s; last ${last}`)
  }

  /** The first attempt of the same request still goes on, or its process died a moment ago. */
  #isInProgress({ status, body }: Answer): boolean {
    return status === 409 && body.includes('"idempotency_in_progress"')
  }

  #fail(path: string, { status, body }: Answer): never {
    const what = `${path}: ${status}`
    this.counts.unexpected.set(what, (this.counts.unexpected.get(what) ?? 0) + 1)
    throw new ServiceFault(`${what} ${body.toString().slice(0, 300)}`)
  }
}

/** The service's fault, whatever the client did. */
export class ServiceFault extends Error {}
