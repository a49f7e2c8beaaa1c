/**
 * Cases by chance, and the oracle that looks at what is called valid.
 *
 * @module
 */

import { SealwrightError, type VerificationReport, verifyDocument } from '../../../src/index.js'
import { createRandom, type Random } from '../../support/mutate.js'
import { findUnexplained, readSignedState, type SignedState } from '../oracle/unexplained.js'
import { Viewers } from '../viewers/viewers.js'
import { type GeneratedCase, generateCase } from './increments.js'

/** A signed document to start from. */
export interface SignedSeed {
  readonly name: string
  /** `undefined` for what nothing can be done with. */
  readonly read: () => Promise<Uint8Array | undefined>
}

/** What came of a case. */
export interface CaseOutcome {
  /**
   * `not built`: our own writer refuses to append to the document, say because it leaves no object numbers. `signed anew`:
   * the report is about later signatures alone, which sign whatever there is.
   */
  readonly kind: 'not valid' | 'explained' | 'unexplained' | 'not built' | 'signed anew' | 'not read by PDF.js'
  readonly origin: string
  readonly moves: readonly string[]
  readonly bytes: Uint8Array
  readonly faults: readonly string[]
}

interface Start {
  readonly name: string
  /** Names of the signed fields. */
  readonly signers: readonly string[]
  readonly bytes: Uint8Array
  readonly state: () => Promise<SignedState>
}

/** Makes cases and judges them, in one process for all. Call `close` at the end. */
export class ViewerFuzzer {
  readonly #seeds: readonly SignedSeed[]
  readonly #seed: number
  readonly #viewers = new Viewers()
  readonly #starts = new Map<number, Promise<Start | undefined>>()

  constructor(seeds: readonly SignedSeed[], seed: number) {
    this.#seeds = seeds
    this.#seed = seed
  }

  /** Runs one case. The same number makes the same case. */
  async run(number: number): Promise<CaseOutcome> {
    const random = createRandom(this.#seed * 1_000_003 + number)
    const { name: origin, ...start } = await this.#choose(random(this.#seeds.length))
    const built = await buildCase(start.bytes, random)
    if (built === undefined) return { kind: 'not built', origin, moves: [], bytes: start.bytes, faults: [] }
    const { bytes, moves, lies } = built
    const report = await verify(bytes)
    if (report?.valid !== true) return { kind: 'not valid', origin, moves, bytes, faults: [] }
    const reported = new Set(report.signers.map(({ fieldName }) => fieldName))
    if (!start.signers.every((name) => reported.has(name)))
      return { kind: 'signed anew', origin, moves, bytes, faults: [] }
    const state = await start.state()
    // It tells where annotations stand.
    if (!start.signers.every((name) => state.views.annotations.some(({ fieldName }) => fieldName === name)))
      return { kind: 'not read by PDF.js', origin, moves, bytes, faults: [] }
    const faults = await findUnexplained(this.#viewers, state, bytes, report)
    const lied = lies.map((name) => `${name} is drawn otherwise than it is`)
    const all = [...faults, ...lied]
    return { kind: all.length === 0 ? 'explained' : 'unexplained', origin, moves, bytes, faults: all }
  }

  close(): void {
    this.#viewers.close()
  }

  /** The document whose turn it is, or the next one that is valid and can be changed. */
  async #choose(turn: number): Promise<Start> {
    for (let skipped = 0; skipped < this.#seeds.length; skipped++) {
      const start = await this.#start((turn + skipped) % this.#seeds.length)
      if (start !== undefined) return start
    }
    throw new Error('No document can be started from.')
  }

  #start(index: number): Promise<Start | undefined> {
    const known = this.#starts.get(index) ?? this.#open(index)
    this.#starts.set(index, known)
    return known
  }

  async #open(index: number): Promise<Start | undefined> {
    const seed = this.#seeds[index]
    const bytes = await seed?.read()
    const report = bytes === undefined ? undefined : await verify(bytes)
    if (seed === undefined || bytes === undefined || report?.valid !== true || report.document.encrypted)
      return undefined
    let state: Promise<SignedState> | undefined
    return {
      name: seed.name,
      signers: report.signers.map(({ fieldName }) => fieldName),
      bytes,
      state: () => {
        state ??= readSignedState(this.#viewers, bytes, report.document.revisions)
        return state
      },
    }
  }
}

async function buildCase(bytes: Uint8Array, random: Random): Promise<GeneratedCase | undefined> {
  try {
    return await generateCase(bytes, random)
  } catch (error) {
    if (error instanceof SealwrightError && error.code !== 'internal_error') return undefined
    throw error
  }
}

async function verify(bytes: Uint8Array): Promise<VerificationReport | undefined> {
  try {
    return await verifyDocument(bytes)
  } catch (error) {
    if (error instanceof SealwrightError && error.code !== 'internal_error') return undefined
    throw error
  }
}
