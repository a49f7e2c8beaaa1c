/**
 * Signs files of any structure, lets revisions follow that change nothing, and asks viewers which content they draw.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError, type VerificationReport, verifyDocument } from '../../../../src/index.js'
import { readOrNull } from '../../../../src/pdf/lookup.js'
import { PdfRef, PdfStream } from '../../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../../src/pdf/syntax/syntax.js'
import { signerOfIdentity } from '../../../../src/sign/identity/signer-of-identity.js'
import { createRandom, type Random } from '../../../support/mutate.js'
import { dict, stream } from '../../support/notation.js'
import { revise } from '../../support/revise.js'
import { sign, signByHand, testIdentity } from '../../support/sign.js'
import { VIEWERS, type ViewerName, Viewers } from '../../viewers/viewers.js'
import { markIn, marksByUs } from './marks.js'
import type { Bodies } from './odd-maker.js'
import { CONTENTS_MARK, RANGE_MARK, RandomStructure } from './random-structure.js'

/** What came of one case. */
export interface StructureOutcome {
  /** `refused`: nothing was valid. `agree`: viewers show what was signed. Everything else is a fault. */
  readonly kind: 'refused' | 'agree' | 'viewers differ' | 'shown otherwise' | 'became valid' | 'harmed by signing'
  readonly how: string
  readonly notes: readonly string[]
  readonly faults: readonly string[]
  readonly bytes: Uint8Array
  /** The state that was signed. */
  readonly signed: Uint8Array
}

/** Decides on a document. */
export type Judge = (bytes: Uint8Array) => Promise<VerificationReport>

/** Marks of the pages by viewer. A viewer that draws nothing has none. */
export type Shown = ReadonlyMap<ViewerName | 'ours', readonly number[]>

const SIGNINGS = ['in itself', 'by hand', 'by signDocument'] as const
const FOLLOWERS = [
  'an object',
  'a signature',
  'a structure',
  'other contents',
  'other contents',
  'other contents',
] as const

/** Makes and judges cases. Call `close` at the end. */
export class StructureFuzzer {
  readonly #seed: number
  readonly #viewers = new Viewers()

  readonly #only: RegExp | undefined

  readonly #judge: Judge

  /** @param only What may be odd, by the notes of outcomes. */
  constructor(
    seed: number,
    { only, judge = verifyDocument }: { readonly only?: RegExp | undefined; readonly judge?: Judge } = {},
  ) {
    this.#seed = seed
    this.#only = only
    this.#judge = judge
  }

  close(): void {
    this.#viewers.close()
  }

  /** Runs one case. The same number makes the same structure. */
  async run(number: number): Promise<StructureOutcome> {
    const random = createRandom(this.#seed * 1_000_003 + number)
    const maker = new RandomStructure(random, 2 + random(12), this.#only)
    const known = maker.begin()
    maker.write(known)
    for (let left = random(3); left > 0; left--) append(maker, known, maker.change(known))
    const how = SIGNINGS[random(SIGNINGS.length)] ?? 'in itself'
    const signed = await orUndefined(() => signAs(how, maker, known))
    const base = { how, notes: maker.notes, faults: [] }
    const report = signed && (await orUndefined(() => this.#judge(signed)))
    if (signed === undefined || report === undefined) {
      const bytes = latin1Bytes(maker.file.text)
      return { ...base, kind: 'refused', bytes, signed: bytes }
    }
    if (!report.valid) return this.#findRevival(random, { ...base, kind: 'refused', bytes: signed, signed })
    const shown = await this.#show(signed)
    const differing = differencesIn(shown)
    const kind = differing.length > 0 ? 'viewers differ' : 'agree'
    return this.#follow(maker, shown, { ...base, kind, faults: differing, bytes: signed, signed })
  }

  /** A signature that is in doubt must not become valid by what somebody appends. */
  async #findRevival(random: Random, outcome: StructureOutcome): Promise<StructureOutcome> {
    if (random(4) > 0) return outcome
    const bytes = await orUndefined(() => revise(outcome.signed, ({ add }) => void add(dict`<</Note (new)>>`)))
    const report = bytes && (await orUndefined(() => this.#judge(bytes)))
    if (bytes === undefined || report?.valid !== true) return outcome
    return { ...outcome, kind: 'became valid', bytes }
  }

  async #follow(maker: RandomStructure, shown: Shown, outcome: StructureOutcome): Promise<StructureOutcome> {
    const { signed } = outcome
    for (const follower of FOLLOWERS) {
      const bytes = await orUndefined(() => followBy(follower, outcome.how, signed, maker))
      const report = bytes && (await orUndefined(() => this.#judge(bytes)))
      if (bytes === undefined || report === undefined) continue
      const next = { ...outcome, how: `${outcome.how}, followed by ${follower}`, bytes }
      const first = report.signers[0]
      if (follower === 'a signature' && first?.status !== 'valid')
        return {
          ...next,
          kind: 'harmed by signing',
          faults: first?.reasons.map(({ message }) => message) ?? ['no signature'],
        }
      if (first?.status !== 'valid' || namesPages(report)) continue
      const now = await this.#show(bytes)
      const faults = [...shown].flatMap(([viewer, marks]) =>
        marks.length === 0 ? [] : describeChange(viewer, marks, now.get(viewer) ?? []),
      )
      if (faults.length > 0 && (await this.#isSure(signed, bytes))) return { ...next, kind: 'shown otherwise', faults }
    }
    return outcome
  }

  /** Whether viewers that were just started show another document as well: old ones may have run out of time or memory. */
  async #isSure(signed: Uint8Array, bytes: Uint8Array): Promise<boolean> {
    const fresh = new Viewers()
    try {
      const [before, now] = [await fresh.draw(signed), await fresh.draw(bytes)]
      return VIEWERS.some((viewer) => {
        const marks = before.pages[viewer].map(markIn)
        return marks.length > 0 && describeChange(viewer, marks, now.pages[viewer].map(markIn)).length > 0
      })
    } finally {
      fresh.close()
    }
  }

  async #show(bytes: Uint8Array): Promise<Shown> {
    const { pages } = await this.#viewers.draw(bytes)
    const shown = new Map<ViewerName | 'ours', readonly number[]>([
      ['ours', (await orUndefined(() => marksByUs(bytes))) ?? []],
    ])
    for (const viewer of VIEWERS) shown.set(viewer, pages[viewer].map(markIn))
    return shown
  }
}

function append(maker: RandomStructure, known: Bodies, bodies: Bodies): void {
  maker.write(bodies)
  for (const [num, body] of bodies) known.set(num, body)
}

async function signAs(how: (typeof SIGNINGS)[number], maker: RandomStructure, known: Bodies): Promise<Uint8Array> {
  if (how === 'by signDocument') return sign(latin1Bytes(maker.file.text))
  if (how === 'by hand') return signByHand(latin1Bytes(maker.file.text))
  append(maker, known, maker.signature())
  return fillIn(latin1Bytes(maker.file.text))
}

/** Fills in the ranges and the value of a signature. */
async function fillIn(bytes: Uint8Array): Promise<Uint8Array> {
  const view = Buffer.from(bytes)
  const [rangeAt, start] = [view.indexOf(RANGE_MARK), view.indexOf(CONTENTS_MARK)]
  const end = start + CONTENTS_MARK.length
  view.write(`[0 ${start} ${end} ${bytes.length - end}]`.padEnd(RANGE_MARK.length), rangeAt, 'latin1')
  const content = Buffer.concat([view.subarray(0, start), view.subarray(end)])
  const digest = createHash('sha256').update(content).digest()
  const cms = await signerOfIdentity(await testIdentity()).createCms(digest, () => content, { now: new Date() })
  view.write(
    Buffer.from(cms)
      .toString('hex')
      .padEnd(CONTENTS_MARK.length - 2, '0'),
    start + 1,
    'latin1',
  )
  return new Uint8Array(view)
}

async function followBy(
  follower: (typeof FOLLOWERS)[number],
  how: string,
  signed: Uint8Array,
  maker: RandomStructure,
): Promise<Uint8Array | undefined> {
  if (follower === 'an object') return revise(signed, ({ add }) => void add(dict`<</Note (new)>>`))
  if (follower === 'a signature') return sign(signed)
  if (follower === 'other contents') return replaceContents(signed, maker)
  if (how !== 'in itself') return undefined
  const { length } = maker.file.text
  maker.write(new Map([[maker.add(), '<</Note (new)>>']]))
  return new Uint8Array(Buffer.concat([signed, latin1Bytes(maker.file.text.slice(length))]))
}

/** Other contents under numbers that draw, that nothing leads to, or that are not there. */
function replaceContents(signed: Uint8Array, maker: RandomStructure): Uint8Array {
  return revise(signed, ({ document, put }) => {
    const { random } = maker
    for (let left = 1 + random(2); left > 0; left--) {
      const num = random(6) === 0 ? 900 : 1 + random(document.xref.size + 1)
      const generation = document.xref.generationOf(num)
      const ref = new PdfRef(num, generation ?? random(2))
      const before = readOrNull(document, ref.num)
      if (before === null || before instanceof PdfStream) put(ref, stream(dict`<<>>`, maker.content()))
    }
  })
}

/** True when a report names changes that may draw something on pages. */
function namesPages({ signers }: VerificationReport): boolean {
  return signers[0]?.changes.changes.some(({ level }) => level === 'other' || level === 'annotations') ?? false
}

function differencesIn(shown: Shown): string[] {
  const ours = shown.get('ours') ?? []
  return [...shown].flatMap(([viewer, marks]) => (marks.length === 0 ? [] : describeChange(viewer, ours, marks)))
}

/** Viewers draw the first pages only. */
function describeChange(viewer: string, before: readonly number[], now: readonly number[]): string[] {
  const same = before.length === now.length || (before.length > 4 && now.length === 4)
  if (same && now.every((mark, i) => mark === before[i])) return []
  return [`${viewer}: ${before.join(',')} -> ${now.join(',')}`]
}

async function orUndefined<T>(make: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof SealwrightError && error.code !== 'internal_error') return undefined
    if (error instanceof Error && error.message.startsWith('There is no page')) return undefined
    throw error
  }
}
