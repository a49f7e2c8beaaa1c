/**
 * Options for judging trust, from the few things that a test says about them.
 *
 * @module
 */

import { type Place, type Proof, ProofsOfExistence } from '../../../src/trust/over-time/proofs.js'
import type { TimeContext, UnknownRevocation } from '../../../src/trust/over-time/time-context.js'
import type { TrustOptions } from '../../../src/trust/over-time/trust.js'
import { TrustBudget } from '../../../src/trust/paths/trust-paths.js'
import { DEFAULT_FRESHNESS, type RevocationFreshness } from '../../../src/trust/revocation/freshness.js'
import { RevocationStatements } from '../../../src/trust/revocation/revocation.js'
import { type RevocationData, readRevocationData } from '../../../src/trust/revocation/revocation-data.js'

export interface ContextFacts {
  readonly now?: Date
  /** Default: `now`. */
  readonly asOf?: Date
  readonly revocation?: RevocationData
  /** Default: the host does not ask. */
  readonly unknownRevocation?: UnknownRevocation
  readonly sha1Until?: Date
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
    requireRevocation: facts.unknownRevocation === 'refuse',
    unknownRevocation: facts.unknownRevocation ?? 'accept',
    sha1Until: facts.sha1Until,
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
    signature: facts.signature ?? { proof, confirmedProof: proof, stated: undefined, weakSince: undefined },
  }
}
