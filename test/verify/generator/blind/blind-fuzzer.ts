/**
 * Runs blind cases: generates, verifies, draws what is called valid, and holds it against the report.
 *
 * @module
 */

import { SealwrightError, type VerificationReport, verifyDocument } from '../../../../src/index.js'
import { createRandom, type Random } from '../../../support/mutate.js'
import { findUnexplained, readSignedState, type SignedState } from '../../oracle/unexplained.js'
import { VIEWERS, Viewers } from '../../viewers/viewers.js'
import type { SignedSeed } from '../viewer-fuzzer.js'
import { type BlindCase, generateBlindCase } from './compose.js'
import { newLiveActions } from './live-actions.js'
import { indexSeed, type SeedIndex } from './seed-index.js'

/** What came of a case. */
export interface BlindOutcome {
  /**
   * `empty`: its moves changed nothing. `known shape`: valid, but several like it were drawn already.
   * `not drawn`: some viewer does not show what was signed, or takes too long. `signed anew`: the
   * report is about later signatures alone.
   */
  readonly kind: 'empty' | 'known shape' | 'not drawn' | 'not valid' | 'signed anew' | 'explained' | 'unexplained'
  readonly origin: string
  readonly moves: readonly string[]
  /** Kinds of the objects that were written. */
  readonly kinds: ReadonlySet<string>
  readonly bytes: Uint8Array
  readonly faults: readonly string[]
}

/** Decides on a document; `undefined` for one that is refused. */
export type Judge = (bytes: Uint8Array) => Promise<VerificationReport | undefined>

interface Start {
  readonly name: string
  readonly report: VerificationReport
  readonly index: SeedIndex
  state: Promise<SignedState> | undefined
}

/** Cases in a row that start from the same document, so that its pictures are there. */
const CASES_PER_SEED = 25
/** Documents whose pictures are kept: those of one take some megabytes. */
const MAX_STATES = 6

/** Cases of one shape that are drawn; of those after them, one in so many. */
const DRAWN_PER_SHAPE = 3
const DRAWN_AFTERWARDS = 8

/** Makes and judges cases. Call `close` at the end. */
export class BlindFuzzer {
  readonly #seeds: readonly SignedSeed[]
  readonly #seed: number
  readonly #judge: Judge
  readonly #viewers = new Viewers()
  readonly #starts = new Map<number, Promise<Start | undefined>>()
  readonly #drawn: Start[] = []
  readonly #shapes = new Map<string, number>()

  constructor(seeds: readonly SignedSeed[], seed: number, judge: Judge = verify) {
    this.#seeds = shuffled(seeds, createRandom(seed))
    this.#seed = seed
    this.#judge = judge
  }

  /** Runs one case. The same number makes the same case. */
  async run(number: number): Promise<BlindOutcome> {
    const random = createRandom(this.#seed * 1_000_003 + number)
    const start = await this.#choose(Math.floor(number / CASES_PER_SEED))
    const made = await build(start.index, random)
    const origin = start.name
    if (made === undefined)
      return { kind: 'empty', origin, moves: [], kinds: new Set(), bytes: start.index.document.bytes, faults: [] }
    const report = await this.#judge(made.bytes)
    if (report === undefined || !acceptsEarlier(start.report, report))
      return { ...made, kind: 'not valid', origin, faults: [] }
    const names = new Set(report.signers.map(({ fieldName }) => fieldName))
    if (!start.report.signers.every(({ fieldName }) => names.has(fieldName)))
      return { ...made, kind: 'signed anew', origin, faults: [] }
    const actions = newLiveActions(start.index.document.bytes, made.bytes).map((action) => `new action, ${action}`)
    if (actions.length === 0 && !this.#isNews(made, report, random))
      return { ...made, kind: 'known shape', origin, faults: [] }
    const seen = await this.#findSeen(start, made.bytes, report)
    if (seen === undefined) return { ...made, kind: 'not drawn', origin, faults: [] }
    const faults = [...actions, ...seen]
    return { ...made, kind: faults.length === 0 ? 'explained' : 'unexplained', origin, faults }
  }

  /**
   * What viewers show without an explanation. A viewer that runs into its time limit on a busy machine shows nothing, before or
   * after, and so does one that has run out of memory: both are drawn again by fresh ones before a difference counts.
   */
  async #findSeen(start: Start, bytes: Uint8Array, report: VerificationReport): Promise<string[] | undefined> {
    const state = await this.#stateOf(start)
    if (!isDrawn(state)) return undefined
    const seen = await findUnexplained(this.#viewers, state, bytes, report)
    if (seen.length === 0) return seen
    start.state = undefined
    const fresh = new Viewers()
    try {
      const again = await readSignedState(fresh, start.index.document.bytes, start.report.document.revisions)
      return isDrawn(again) ? await findUnexplained(fresh, again, bytes, report) : undefined
    } finally {
      fresh.close()
    }
  }

  /** Viewers take a hundred times as long as the verifier: they are kept for what was not seen before. */
  #isNews({ shapes }: BlindCase, { signers }: VerificationReport, random: Random): boolean {
    const codes = signers.flatMap(({ changes }) => changes.changes.map(({ code }) => code))
    const shape = [...new Set([...shapes, ...codes])].sort().join('\n')
    const count = (this.#shapes.get(shape) ?? 0) + 1
    this.#shapes.set(shape, count)
    return count <= DRAWN_PER_SHAPE || random(DRAWN_AFTERWARDS) === 0
  }

  close(): void {
    this.#viewers.close()
  }

  /** The document whose turn it is, or the next one that is valid. */
  async #choose(turn: number): Promise<Start> {
    for (let skipped = 0; skipped < this.#seeds.length; skipped++) {
      const start = await this.#start((turn + skipped) % this.#seeds.length)
      if (start !== undefined) return start
    }
    throw new Error('No document can be started from.')
  }

  #start(at: number): Promise<Start | undefined> {
    const known = this.#starts.get(at) ?? this.#open(at)
    this.#starts.set(at, known)
    return known
  }

  async #open(at: number): Promise<Start | undefined> {
    const seed = this.#seeds[at]
    const bytes = await seed?.read()
    // The verifier itself, also where a test puts another judge in its place.
    const report = bytes === undefined ? undefined : await verify(bytes)
    if (seed === undefined || bytes === undefined || report?.valid !== true || report.document.encrypted)
      return undefined
    return { name: seed.name, report, index: indexSeed(bytes), state: undefined }
  }

  #stateOf(start: Start): Promise<SignedState> {
    if (start.state === undefined) {
      start.state = readSignedState(this.#viewers, start.index.document.bytes, start.report.document.revisions)
      this.#drawn.push(start)
      const oldest = this.#drawn.length > MAX_STATES ? this.#drawn.shift() : undefined
      if (oldest !== undefined) oldest.state = undefined
    }
    return start.state
  }
}

/** Whether a report calls the document valid, or else each signature that was there before. */
function acceptsEarlier(before: VerificationReport, after: VerificationReport): boolean {
  if (after.valid) return true
  const valid = new Set(after.signers.filter(({ status }) => status === 'valid').map(({ fieldName }) => fieldName))
  return before.signers.every(({ fieldName }) => valid.has(fieldName))
}

function isDrawn({ views: { pages } }: SignedState): boolean {
  return VIEWERS.every((viewer) => pages[viewer].length === pages.poppler.length && pages.poppler.length > 0)
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = random(i + 1)
    const [a, b] = [result[i] as T, result[j] as T]
    result[i] = b
    result[j] = a
  }
  return result
}

/** `undefined` where our own writer refuses to append. */
async function build(index: SeedIndex, random: Random): Promise<BlindCase | undefined> {
  try {
    return await generateBlindCase(index, random)
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
