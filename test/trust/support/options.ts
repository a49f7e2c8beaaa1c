/**
 * Options for judging trust, from the few things that a test says about them.
 *
 * @module
 */

import { DEFAULT_FRESHNESS, type RevocationFreshness } from '../../../src/trust/freshness.js'
import { type Place, type Proof, ProofsOfExistence } from '../../../src/trust/proofs.js'
import { RevocationStatements } from '../../../src/trust/revocation.js'
import { type RevocationData, readRevocationData } from '../../../src/trust/revocation-data.js'
import type { TimeContext } from '../../../src/trust/time-sliding.js'
import type { TrustOptions } from '../../../src/trust/trust.js'
import { TrustBudget } from '../../../src/trust/trust-paths.js'

export interface ContextFacts {
  readonly now?: Date
  /** Default: `now`. */
  readonly asOf?: Date
  readonly revocation?: RevocationData
  readonly requireRevocation?: boolean
  readonly freshness?: RevocationFreshness
  readonly proofs?: ProofsOfExistence
  readonly budget?: TrustBudget
  /** Where certificates stand, all of them. */
  readonly place?: Place
}

/** What time is judged by; two seconds from now, so that what was just made is not from the future. */
export function makeContext(facts: ContextFacts = {}): TimeContext {
  const { now = new Date(Date.now() + 2000), asOf = now, revocation = readRevocationData([], []) } = facts
  return {
    asOf,
    now: new Date(Math.max(asOf.getTime(), now.getTime())),
    statements: new RevocationStatements(revocation, facts.budget ?? new TrustBudget()),
    proofs: facts.proofs ?? new ProofsOfExistence(),
    freshness: facts.freshness ?? DEFAULT_FRESHNESS,
    requireRevocation: facts.requireRevocation ?? false,
    placeOf: () => facts.place,
  }
}

export type TrustFacts = ContextFacts & Pick<TrustOptions, 'anchors' | 'fetchRevocation'> & Partial<TrustOptions>

/** Options for evaluateTrust; a time that is proved is so by a time stamp of the signature. */
export function makeTrustOptions(facts: TrustFacts): TrustOptions {
  const context = facts.context ?? makeContext(facts)
  const { at = context.asOf, isTimeProven = false } = facts
  const proof: Proof | undefined = isTimeProven ? { time: at, kind: 'signature-timestamp', name: null } : undefined
  return {
    anchors: facts.anchors,
    purpose: facts.purpose ?? 'document-signing',
    at,
    isTimeProven,
    budget: facts.budget ?? new TrustBudget(),
    fetchRevocation: facts.fetchRevocation,
    context,
    signature: facts.signature ?? { proof, stated: undefined, weakSince: undefined },
  }
}
