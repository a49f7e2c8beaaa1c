/**
 * What an API key permits, and how much of it.
 *
 * @module
 */

import {
  checkOptions,
  invalidOption,
  MOMENT,
  members,
  must,
  type OptionTable,
  orNull,
  required,
  wholeNumberFrom,
} from '../input/check-options.js'
import { isPlainName } from '../input/one-line.js'
import { KEY_LIMITS } from './key-limits.js'
import type { RateLimit } from './rate-limiter.js'

/** What a key can permit: three kinds of work, and managing the keys of its address. */
export const KEY_SCOPES = ['sign', 'verify', 'convert', 'keys'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** Limits on one kind of work. */
export interface KeyQuota {
  /** Requests at once. */
  readonly concurrent?: number | undefined
  /** Requests in a window of time. */
  readonly rate?: RateLimit | undefined
}

/** Limits of one key by kind of work. The host's limits hold where one is not given. */
export type KeyQuotas = { readonly [K in Exclude<KeyScope, 'keys'>]?: KeyQuota | undefined }

/** Properties of a new key, apart from its owner. */
export interface KeyGrants {
  /** Name that the owner gives the key, in one line. */
  readonly name?: string | null | undefined
  /** What the key permits. Default: everything. */
  readonly scopes?: readonly KeyScope[] | null | undefined
  /** The key's own limits. Default: the host's limits. */
  readonly quotas?: KeyQuotas | null | undefined
  /** When the key expires. Default: as `keyTtlMs` says. */
  readonly expiresAt?: Date | null | undefined
}

const RATE = members<RateLimit>({ points: required(wholeNumberFrom(1)), windowMs: required(wholeNumberFrom(1)) })
const QUOTA = members<KeyQuota>({ concurrent: wholeNumberFrom(1), rate: RATE })
const SCOPE_LIST = KEY_SCOPES.join(', ')

const GRANTS: OptionTable<KeyGrants> = {
  name: orNull(must(`one line of 1 to ${KEY_LIMITS.maxNameLength} characters`, isKeyName)),
  scopes: orNull(must(`a list of some of ${SCOPE_LIST}`, isScopes)),
  quotas: orNull(members<KeyQuotas>({ sign: QUOTA, verify: QUOTA, convert: QUOTA })),
  expiresAt: orNull(MOMENT),
}

function isKeyName(value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '') return false
  return value.length <= KEY_LIMITS.maxNameLength && isPlainName(value)
}

function isScopes(value: unknown): boolean {
  const known: readonly unknown[] = KEY_SCOPES
  return Array.isArray(value) && value.length > 0 && value.every((scope) => known.includes(scope))
}

/** @throws SealwrightError `invalid_request` for grants that make no sense */
export function assertGrants(grants: KeyGrants, now: number): void {
  checkOptions(grants, GRANTS, 'grants')
  const { expiresAt } = grants
  if (expiresAt && !(expiresAt.getTime() > now)) throw invalidOption(['expiresAt'], 'expiresAt must be in the future.')
}

/** Removes duplicates and sorts the scopes, so that equal sets are stored alike. */
export function normalizeScopes(scopes: readonly KeyScope[] | null): readonly KeyScope[] | null {
  return scopes === null ? null : KEY_SCOPES.filter((scope) => scopes.includes(scope))
}

/** Whether a key with `scopes` permits everything in `wanted`. */
export function covers(scopes: readonly KeyScope[] | null, wanted: readonly KeyScope[] | null): boolean {
  return scopes === null || (wanted?.every((scope) => scopes.includes(scope)) ?? false)
}
