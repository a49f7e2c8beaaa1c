/**
 * Damage to documents that can be repeated exactly: the same seed makes the same mutant.
 *
 * @module
 */

/** Gives the next number: an integer from 0 up to, not including, `limit`. */
export type Random = (limit: number) => number

/** A small generator (the 32-bit finaliser of MurmurHash3 over a Weyl sequence); good enough to choose damage. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * limit)
  }
}

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array

const MUTATIONS = {
  'flipped bits': flipBits,
  'changed bytes': changeBytes,
  'deleted range': (bytes, random) => {
    const [start, end] = chooseRange(bytes, random)
    return join(bytes.subarray(0, start), bytes.subarray(end))
  },
  'duplicated range': (bytes, random) => {
    const [start, end] = chooseRange(bytes, random)
    return join(bytes.subarray(0, end), bytes.subarray(start, end), bytes.subarray(end))
  },
  'spliced range': (bytes, random) => {
    const [start, end] = chooseRange(bytes, random)
    const at = random(bytes.length)
    return join(bytes.subarray(0, at), bytes.subarray(start, end), bytes.subarray(at))
  },
  'overwritten range': (bytes, random) => {
    const [start, end] = chooseRange(bytes, random)
    const copy = bytes.slice()
    copy.set(bytes.subarray(start, end), random(bytes.length - (end - start) + 1))
    return copy
  },
  'swapped numbers': swapTokens(/\d+/g),
  'swapped names': swapTokens(/\/[A-Za-z]+/g),
  'swapped keywords': swapTokens(/endstream|endobj|stream|obj|trailer|startxref|xref|<<|>>|\[|\]| R\b/g),
  'replaced number': replaceNumber,
  'truncated tail': (bytes, random) =>
    bytes.slice(0, bytes.length - 1 - random(random(2) === 0 ? 64 : bytes.length - 1)),
  'bytes in front': (bytes, random) => join(randomBytes(1 + random(40), random), bytes),
  'bytes behind': (bytes, random) => join(bytes, randomBytes(1 + random(40), random)),
} satisfies Record<string, Mutation>

const KINDS = Object.keys(MUTATIONS) as (keyof typeof MUTATIONS)[]

/** A damaged copy, and what was done to it. One to three mutations; the input is left alone. */
export function mutate(bytes: Uint8Array, random: Random): { readonly bytes: Uint8Array; readonly kinds: string[] } {
  const kinds: string[] = []
  let mutant = bytes
  for (let left = 1 + (random(3) === 0 ? random(3) : 0); left > 0 && mutant.length > 8; left--) {
    const kind = KINDS[random(KINDS.length)] ?? 'flipped bits'
    kinds.push(kind)
    mutant = MUTATIONS[kind](mutant, random)
  }
  return { bytes: mutant, kinds }
}

function flipBits(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice()
  for (let left = 1 + random(8); left > 0; left--) {
    const at = random(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
  }
  return copy
}

function changeBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice()
  for (let left = 1 + random(8); left > 0; left--) copy[random(copy.length)] = random(256)
  return copy
}

/** Mostly short: a long one leaves nothing to be read. */
function chooseRange(bytes: Uint8Array, random: Random): readonly [start: number, end: number] {
  const length = 1 + random(Math.min(bytes.length - 1, [4, 40, 400, bytes.length][random(4)] ?? 4))
  const start = random(bytes.length - length + 1)
  return [start, start + length]
}

function swapTokens(pattern: RegExp): Mutation {
  return (bytes, random) => {
    const text = textOf(bytes)
    const tokens = [...text.matchAll(pattern)]
    const [a, b] = [tokens[random(tokens.length)], tokens[random(tokens.length)]].sort(
      (x, y) => (x?.index ?? 0) - (y?.index ?? 0),
    )
    if (a === undefined || b === undefined || a.index === b.index) return flipBits(bytes, random)
    const between = text.slice(a.index + a[0].length, b.index)
    return bytesOf(text.slice(0, a.index) + b[0] + between + a[0] + text.slice(b.index + b[0].length))
  }
}

const REPLACEMENTS = [
  '0',
  '1',
  '-1',
  '65535',
  '65536',
  '2147483647',
  '4294967296',
  '9999999999',
  '1e9',
  '0.5',
  '99999999999999999999',
]

function replaceNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const text = textOf(bytes)
  const tokens = [...text.matchAll(/\d+/g)]
  const token = tokens[random(tokens.length)]
  if (token === undefined) return flipBits(bytes, random)
  const near = String(Number(token[0]) + random(5) - 2)
  const value = random(2) === 0 ? near : (REPLACEMENTS[random(REPLACEMENTS.length)] ?? '0')
  return bytesOf(text.slice(0, token.index) + value + text.slice(token.index + token[0].length))
}

function randomBytes(length: number, random: Random): Uint8Array {
  return Uint8Array.from({ length }, () => random(256))
}

function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
