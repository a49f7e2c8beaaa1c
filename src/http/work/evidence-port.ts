/**
 * Sources of time stamps and validation data for another thread: their code, their headers and their stores stay here.
 *
 * @module
 */

import type { MessagePort } from 'node:worker_threads'
import type { TimestampHash } from '../../cms/timestamp-request.js'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import type { OnlineRevocation } from '../../trust/gather/online-revocation.js'
import type { TimestampAuthority } from '../../trust/timestamping/authority-options.js'
import type { RevocationFetcher, RevocationRequest } from '../../trust/trust.js'

/** The options that are code of the host. */
export interface EvidenceSources {
  readonly timestampAuthorities?: readonly TimestampAuthority[]
  readonly revocation?: RevocationFetcher | OnlineRevocation
  readonly fetchRevocation?: RevocationFetcher | OnlineRevocation
}

interface AuthorityFacts {
  readonly id: number
  readonly url: string | undefined
  readonly hash: TimestampHash | undefined
  readonly clockToleranceMs: number | undefined
}

/** What the other thread knows of them. */
export interface EvidenceFacts {
  /** An authority keeps its id, so that the other thread can remember what its tokens are like. */
  readonly authorities?: readonly AuthorityFacts[]
  readonly revocation: boolean
  readonly fetchRevocation: boolean
}

type Call =
  | { readonly call: number; readonly authority: number; readonly hash: TimestampHash; readonly digest: Uint8Array }
  | { readonly call: number; readonly from: SourceName; readonly about: Omit<RevocationRequest, 'signal'> }
  | { readonly call: number; readonly from: SourceName; readonly issuersOf: Uint8Array }

type SourceName = 'revocation' | 'fetchRevocation'

type Answer = { readonly call: number } & (
  | { readonly value: unknown }
  | { readonly error: { readonly code?: ErrorCode | undefined; readonly message: string } }
)

const SOURCE_NAMES = ['timestampAuthorities', 'revocation', 'fetchRevocation'] as const

const ids = new WeakMap<TimestampAuthority, number>()
let lastId = 0

function idOf(authority: TimestampAuthority): number {
  const id = ids.get(authority) ?? ++lastId
  ids.set(authority, id)
  return id
}

/** Settings in two: data that may cross to another thread, and code that may not; undefined where there is none. */
export function splitSources<T extends object>(settings: T): { data: T; sources: EvidenceSources | undefined } {
  const given = SOURCE_NAMES.filter((name) => (settings as EvidenceSources)[name] !== undefined)
  if (given.length === 0) return { data: settings, sources: undefined }
  const data = { ...settings } as T & { -readonly [K in keyof EvidenceSources]: EvidenceSources[K] }
  for (const name of given) delete data[name]
  return { data, sources: settings as EvidenceSources }
}

/** What may cross. */
export function evidenceFacts({ timestampAuthorities, revocation, fetchRevocation }: EvidenceSources): EvidenceFacts {
  const authorities = timestampAuthorities?.map((authority) => ({
    id: idOf(authority),
    url: authority.url,
    hash: authority.hash,
    clockToleranceMs: authority.clockToleranceMs,
  }))
  return {
    ...(authorities === undefined ? {} : { authorities }),
    revocation: revocation !== undefined,
    fetchRevocation: fetchRevocation !== undefined,
  }
}

/** Answers what the other end of the port asks for. */
export function serveEvidence(port: MessagePort, sources: EvidenceSources, { signal }: { signal: AbortSignal }): void {
  const answer = async (call: Call): Promise<unknown> => {
    if ('authority' in call) {
      const authority = sources.timestampAuthorities?.find((each) => idOf(each) === call.authority)
      return authority?.timestamp(call.hash, call.digest, { signal })
    }
    const source = sources[call.from]
    if ('about' in call) return source?.({ ...call.about, signal })
    return source !== undefined && 'issuersOf' in source ? source.issuersOf(call.issuersOf, { signal }) : []
  }
  port.on('message', (call: Call) => {
    answer(call).then(
      (value) => port.postMessage({ call: call.call, value } satisfies Answer),
      (error: unknown) => {
        const code = error instanceof SealwrightError ? error.code : undefined
        const message = error instanceof Error ? error.message : 'A source of evidence failed.'
        port.postMessage({ call: call.call, error: { code, message } } satisfies Answer)
      },
    )
  })
}

type Ask = (call: Omit<Call, 'call'>) => Promise<unknown>

/** Authorities in this thread by their ids: always the same object, which asks through the port of the current job. */
const authorities = new Map<number, { readonly authority: TimestampAuthority; ask: Ask }>()

/** The sources as seen from the other thread. */
export function connectEvidence(port: MessagePort, facts: EvidenceFacts): EvidenceSources {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  port.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.call)
    pending.delete(answer.call)
    if ('value' in answer) return waiting?.resolve(answer.value)
    const { code, message } = answer.error
    waiting?.reject(code === undefined ? new Error(message) : new SealwrightError(code, message))
  })
  const ask: Ask = (call) =>
    new Promise((resolve, reject) => {
      const number = ++count
      pending.set(number, { resolve, reject })
      port.postMessage({ ...call, call: number })
    })
  return {
    ...(facts.authorities === undefined
      ? {}
      : { timestampAuthorities: facts.authorities.map((each) => connectAuthority(each, ask)) }),
    ...(facts.revocation ? { revocation: connectRevocation('revocation', ask) } : {}),
    ...(facts.fetchRevocation ? { fetchRevocation: connectRevocation('fetchRevocation', ask) } : {}),
  }
}

function connectAuthority({ id, url, hash, clockToleranceMs }: AuthorityFacts, ask: Ask): TimestampAuthority {
  const known = authorities.get(id)
  if (known !== undefined) {
    known.ask = ask
    return known.authority
  }
  const timestamp: TimestampAuthority['timestamp'] = async (hashName, digest) => {
    const call = { authority: id, hash: hashName, digest }
    return (await authorities.get(id)?.ask(call)) as Uint8Array
  }
  const authority = {
    timestamp,
    ...(url === undefined ? {} : { url }),
    ...(hash === undefined ? {} : { hash }),
    ...(clockToleranceMs === undefined ? {} : { clockToleranceMs }),
  }
  authorities.set(id, { authority, ask })
  return authority
}

function connectRevocation(from: SourceName, ask: Ask): OnlineRevocation {
  const fetcher: RevocationFetcher = async ({ signal: _, ...about }) =>
    (await ask({ from, about })) as Awaited<ReturnType<RevocationFetcher>>
  return Object.assign(fetcher, {
    issuersOf: async (certificate: Uint8Array) => (await ask({ from, issuersOf: certificate })) as Uint8Array[],
  })
}
