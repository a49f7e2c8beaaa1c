/**
 * Proofs of existence (EN 319 102-1, 5.6.2.3): what is known to have existed, since when, and by which source.
 *
 * A document time stamp is over the bytes of the file. It proves everything in the revisions up to its own, except its own
 * token. A signature time stamp proves one signature value and nothing else. Since a value can be made before the key that it
 * later matches, it proves nothing about what is signed.
 *
 * @module
 */

import type { ProofReport } from '../trust-report.js'

/** Proof that something existed at a time. */
export interface Proof {
  readonly time: Date
  readonly kind: ProofReport['kind']
  /** The field of a document time stamp, or the host's name for its proof; null for one without a name. */
  readonly name: string | null
  /**
   * True for a time stamp whose authority has an unknown revocation status. It counts for the validity of a signature, but
   * not for its indication.
   */
  readonly isUnconfirmed?: boolean
}

/**
 * A position in the file in the order of writing: see {@link placeOfContents} and {@link placeOfSignature}. Undefined for
 * data outside of all revisions.
 */
export type Place = number | undefined

/** The place of a revision's contents, for example its validation data. */
export function placeOfContents(revision: number): number {
  return 2 * revision
}

/** The place of the signature or time stamp that ends a revision, with everything in its /Contents. */
export function placeOfSignature(revision: number): number {
  return 2 * revision + 1
}

/** The proofs for one file, in the order of being accepted. */
export class ProofsOfExistence {
  readonly #proofs: { readonly proof: Proof; readonly upTo: number }[] = []

  /** Adds an accepted document time stamp; `revision` is the index of the revision that it ends. */
  addDocumentStamp(proof: Proof, revision: number): void {
    // The stamp covers its own revision except for its token.
    this.#proofs.push({ proof, upTo: placeOfContents(revision) })
  }

  /** Adds a proof by the host that all revisions up to this one existed. */
  addHostProof(proof: Proof, revision: number): void {
    this.#proofs.push({ proof, upTo: placeOfSignature(revision) })
  }

  /** The confirmed proofs only. */
  confirmed(): ProofsOfExistence {
    const confirmed = new ProofsOfExistence()
    for (const each of this.#proofs) if (isConfirmed(each.proof)) confirmed.#proofs.push(each)
    return confirmed
  }

  /** The earliest proof for a place. */
  of(place: Place): Proof | undefined {
    return earliestProof(this.allOf(place))
  }

  /** All proofs for a place. */
  allOf(place: Place): Proof[] {
    return place === undefined ? [] : this.#proofs.flatMap(({ proof, upTo }) => (place <= upTo ? [proof] : []))
  }
}

/** True when nothing about a proof is open. */
export function isConfirmed({ isUnconfirmed = false }: Proof): boolean {
  return !isUnconfirmed
}

/** The latest of the proofs, if each of several things has one; otherwise `undefined`. */
export function latestProof(proofs: readonly (Proof | undefined)[]): Proof | undefined {
  if (proofs.includes(undefined)) return undefined
  return proofs.reduce(
    (last, proof) => (last === undefined || (proof && proof.time > last.time) ? proof : last),
    undefined,
  )
}

/** The proof of the earliest time. */
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

/** A proof in the form of the report. */
export function reportProof(proof: Proof): ProofReport {
  return { time: proof.time.toISOString(), kind: proof.kind, name: proof.name, message: describeProof(proof) }
}

/** The day in ISO 8601. */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
