/**
 * What an API key permits, and how much of it.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { KEY_LIMITS } from './key-limits.js'
import type { RateLimit } from './rate-limiter.js'

/** What a key can be good for: three kinds of work, and looking after the keys of its address. */
export const KEY_SCOPES = ['sign', 'verify', 'convert', 'keys'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** Limits on one kind of work. */
export interface KeyQuota {
  /** Requests at once. */
  readonly concurrent?: number
  /** Requests in a window of time. */
  readonly rate?: RateLimit
}

/** Limits of one key by kind of work; where one is not given, that of the host holds. */
export type KeyQuotas = { readonly [K in Exclude<KeyScope, 'keys'>]?: KeyQuota }

/** What a new key is like, beside whose it is. */
export interface KeyGrants {
  /** What its owner calls it: one line. */
  readonly name?: string | null
  /** What it permits. Default: everything. */
  readonly scopes?: readonly KeyScope[] | null
  /** Limits of its own. Default: those of the host. */
  readonly quotas?: KeyQuotas | null
  /** When it ends. Default: as `keyTtlMs` says. */
  readonly expiresAt?: Date | null
}

/** Control characters, the two Unicode line breaks, and halves of surrogate pairs. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029\p{Cs}]/u

/** @throws SealwrightError `invalid_request` for grants that make no sense */
export function assertGrants({ name, scopes, quotas, expiresAt }: KeyGrants, now: number): void {
  if (
    typeof name === 'string' &&
    (name.trim() === '' || name.length > KEY_LIMITS.maxNameLength || NOT_ONE_LINE.test(name))
  ) {
    throw invalid(`The name must be one line of 1 to ${KEY_LIMITS.maxNameLength} characters.`)
  }
  const known: readonly string[] = KEY_SCOPES
  if (Array.isArray(scopes) && (scopes.length === 0 || scopes.some((scope) => !known.includes(scope)))) {
    throw invalid(`Scopes must be some of ${KEY_SCOPES.join(', ')}.`)
  }
  for (const [kind, { concurrent, rate }] of Object.entries(quotas ?? {})) {
    const numbers = [concurrent, rate?.points, rate?.windowMs].filter((number) => number !== undefined)
    if (kind === 'keys' || !known.includes(kind)) throw invalid(`There is no quota for "${kind}".`)
    if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
      throw invalid(`The quota for "${kind}" must be of whole numbers from 1 on.`)
    }
  }
  if (expiresAt instanceof Date && !(expiresAt.getTime() > now)) throw invalid('expiresAt must be in the future.')
}

/** Scopes each once, in their usual order, so that they are stored alike. */
export function normalizeScopes(scopes: readonly KeyScope[] | null): readonly KeyScope[] | null {
  return scopes === null ? null : KEY_SCOPES.filter((scope) => scopes.includes(scope))
}

/** Whether a key with these scopes permits all of those. */
export function covers(scopes: readonly KeyScope[] | null, wanted: readonly KeyScope[] | null): boolean {
  return scopes === null || (wanted?.every((scope) => scopes.includes(scope)) ?? false)
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
