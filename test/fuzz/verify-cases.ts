/**
 * Damaged documents for the fuzzing of verifyDocument, and what was signed in a document, found without any PDF parser.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { mutate, type Random } from '../support/mutate.js'

/** A document to start from. */
export interface Seed {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A damaged document, what was done, and to which one. */
export interface FuzzCase {
  readonly bytes: Uint8Array
  readonly kind: string
  readonly origin: string
  /** Some damage leaves a document as it was. */
  readonly isChanged: boolean
}

type Damage = (seed: Seed, seeds: readonly Seed[], random: Random) => { bytes: Uint8Array; kind: string }

const DAMAGES: readonly Damage[] = [
  ({ bytes }, _, random) => {
    const { bytes: mutant, kinds } = mutate(bytes, random)
    return { bytes: mutant, kind: kinds.join(', ') }
  },
  ({ bytes }, _, random) => ({ bytes: changeSignedBytes(bytes, random), kind: 'changed signed bytes' }),
  ({ bytes }, _, random) => {
    const ends = endsOfRevisions(bytes)
    const end = ends[random(ends.length)] ?? bytes.length
    const tail = mutate(bytes.subarray(end === bytes.length ? 0 : end), random)
    return { bytes: join(bytes.subarray(0, end), tail.bytes), kind: `later revision: ${tail.kinds.join(', ')}` }
  },
  ({ bytes }, seeds, random) => {
    const other = seeds[random(seeds.length)]?.bytes ?? bytes
    const ends = endsOfRevisions(other)
    return { bytes: join(bytes, other.subarray(ends[random(ends.length)] ?? 0)), kind: 'revisions of another appended' }
  },
  ({ bytes }, seeds, random) => {
    const other = seeds[random(seeds.length)]?.bytes ?? bytes
    const at = random(bytes.length)
    const from = random(other.length)
    return { bytes: join(bytes.subarray(0, at), other.subarray(from)), kind: 'head of one, tail of another' }
  },
  ({ bytes }, seeds, random) => {
    const other = seeds[random(seeds.length)]?.bytes ?? bytes
    const start = random(other.length)
    const part = other.subarray(start, start + 1 + random(2000))
    const copy = bytes.slice()
    copy.set(part.subarray(0, Math.max(0, copy.length - start)), Math.min(start, copy.length))
    return { bytes: copy, kind: 'a part of another laid over it' }
  },
  ({ bytes }, _, random) => ({ bytes: nest(bytes, random), kind: 'deep nesting' }),
]

/** Makes one case; the same numbers make the same case. */
export function createCase(seeds: readonly Seed[], random: Random): FuzzCase {
  const seed = seeds[random(seeds.length)]
  const damage = DAMAGES[random(DAMAGES.length)]
  if (seed === undefined || damage === undefined) throw new Error('There is nothing to start from.')
  const { bytes, kind } = damage(seed, seeds, random)
  return { bytes, kind, origin: seed.name, isChanged: Buffer.compare(bytes, seed.bytes) !== 0 }
}

function changeSignedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const all = readByteRanges(bytes)
  const [a = 0, b = bytes.length, c = 0, d = 0] = all[random(all.length)] ?? []
  const copy = bytes.slice()
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(2) === 0 ? a + random(Math.max(1, b)) : c + random(Math.max(1, d))
    if (at >= 0 && at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
  }
  return copy
}

/** Thousands of brackets where an array, a dictionary or an object begins. */
function nest(bytes: Uint8Array, random: Random): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const places = [...text.matchAll(/\[|<<|\(/g)]
  const place = places[random(places.length)]
  const at = place?.index ?? 0
  const deep = (place?.[0] ?? '[').repeat([100, 1000, 20_000][random(3)] ?? 100)
  return join(bytes.subarray(0, at), new Uint8Array(Buffer.from(deep, 'latin1')), bytes.subarray(at))
}

function endsOfRevisions(bytes: Uint8Array): number[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ends: number[] = []
  for (let at = view.indexOf('%%EOF'); at >= 0; at = view.indexOf('%%EOF', at + 5))
    ends.push(Math.min(at + 6, bytes.length))
  return ends.length === 0 ? [bytes.length] : ends
}

/** Every /ByteRange of four numbers that stands in a document. */
export function readByteRanges(bytes: Uint8Array): (readonly number[])[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) =>
    match.slice(1).map(Number),
  )
}

/** SHA-256 over the ranges, in hexadecimal. */
export function digestOfRanges(bytes: Uint8Array, ranges: readonly number[]): string {
  const hash = createHash('sha256')
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [at = 0, length = 0] = [ranges[i], ranges[i + 1]]
    hash.update(bytes.subarray(at, at + length))
  }
  return hash.digest('hex')
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
