/**
 * A case of the time matrix.
 *
 * @module
 */

import type { VerifyOptions } from '../../../src/index.js'

/** One verdict, argued. */
export interface Case {
  readonly name: string
  /** Of EN 319 102-1 where nothing else is named. */
  readonly clause: string
  readonly make: () => Promise<Uint8Array>
  /** The day of judging. */
  readonly on: string
  /** Undefined for TOTAL-PASSED. */
  readonly gives?: string
  readonly options?: () => VerifyOptions
  /** PAdES level, where the case is about it. */
  readonly level?: string | null
  /** What `signedAt` must rest on. */
  readonly source?: string
  /** Part of the first proof in words. */
  readonly proof?: string
}

/** Cases by what they are about. */
export type Cases = Readonly<Record<string, readonly Case[]>>

export const KEY_COMPROMISE = 1
export const SUPERSEDED = 4
export const HOLD = 6
