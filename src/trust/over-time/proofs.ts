/**
 * Proofs of existence (EN 319 102-1, 5.6.2.3): what is known to have existed, since when, and according to whom.
 *
 * A document time stamp is over the bytes of the file: it proves everything that stands in the revisions up to its own,
 * its own token excepted. A signature time stamp proves the one signature value that it is over, and nothing else: a
 * signature value can be made before the key that it is later shown to fit, so it proves nothing about what it signs.
 *
 * @module
 */

import type { ProofReport } from '../trust-report.js'

/** Proof that something existed at a time. */
export interface Proof {
  readonly time: Date
  readonly kind: ProofReport['kind']
  /** The field of a document time stamp, or what the host calls its proof; null for one without a name. */
  readonly name: string | null
  /**
   * True for a time stamp of which nobody knows whether its authority was revoked. It counts for whether a signature is valid, and
   * not for its indication.
   */
  readonly isUnconfirmed?: boolean
}

/**
 * Where something stands in the file, in the order in which it was written: {@link placeOfContents} and
 * {@link placeOfSignature}. Undefined for what stands in no revision.
 */
export type Place = number | undefined

/** The place of what a revision adds, such as its validation data. */
export function placeOfContents(revision: number): number {
  return 2 * revision
}

/** The place of the signature or time stamp that ends a revision, with all that is in its /Contents. */
export function placeOfSignature(revision: number): number {
  return 2 * revision + 1
}

/** The proofs for one file, in the order in which they were found good. */
export class ProofsOfExistence {
  readonly #proofs: { readonly proof: Proof; readonly upTo: number }[] = []

  /** Takes a document time stamp that was found good; `revision` is the index of the one that it ends. */
  addDocumentStamp(proof: Proof, revision: number): void {
    // The stamp covers what shares its revision, except its own token.
    this.#proofs.push({ proof, upTo: placeOfContents(revision) })
  }

  /** Takes what the host knows: all revisions up to this one were there. */
  addHostProof(proof: Proof, revision: number): void {
    this.#proofs.push({ proof, upTo: placeOfSignature(revision) })
  }

  /** Those that are confirmed alone. */
  confirmed(): ProofsOfExistence {
    const confirmed = new ProofsOfExistence()
    for (const each of this.#proofs) if (isConfirmed(each.proof)) confirmed.#proofs.push(each)
    return confirmed
  }

  /** The earliest proof of what stands there. */
  of(place: Place): Proof | undefined {
    return earliestProof(this.allOf(place))
  }

  /** All proofs of what stands there. */
  allOf(place: Place): Proof[] {
    return place === undefined ? [] : this.#proofs.flatMap(({ proof, upTo }) => (place <= upTo ? [proof] : []))
  }
}

/** Whether nothing is open about a proof. */
export function isConfirmed({ isUnconfirmed = false }: Proof): boolean {
  return !isUnconfirmed
}

/** The one that proves the latest time, where there is a proof of each of several things; else undefined. */
export function latestProof(proofs: readonly (Proof | undefined)[]): Proof | undefined {
  if (proofs.includes(undefined)) return undefined
  return proofs.reduce(
    (last, proof) => (last === undefined || (proof && proof.time > last.time) ? proof : last),
    undefined,
  )
}

/** The one that proves the earliest time. */
export function earliestProof(proofs: readonly (Proof | undefined)[]): Proof | undefined {
  return proofs.reduce(
    (first, proof) => (first === undefined || (proof !== undefined && proof.time < first.time) ? proof : first),
    undefined,
  )
}

const SOURCES: Readonly<Record<Proof['kind'], string>> = {
  'document-timestamp': 'document time stamp',
  'signature-timestamp': 'time stamp of the signature',
  host: 'proof of the host',
}

/** A proof in words: "existed on 2026-03-01: document time stamp Timestamp1". */
export function describeProof(proof: Proof): string {
  const name = proof.name === null ? '' : ` ${proof.name}`
  return `existed on ${dateOf(proof.time)}: ${SOURCES[proof.kind]}${name}`
}

/** A proof as the report gives it. */
export function reportProof(proof: Proof): ProofReport {
  return { time: proof.time.toISOString(), kind: proof.kind, name: proof.name, message: describeProof(proof) }
}

/** The day, ISO 8601. */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
