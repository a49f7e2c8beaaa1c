/**
 * Generates WebAssembly that hashes a digest repeatedly with SHA-1 or SHA-2 (FIPS 180-4). A call of node:crypto takes several
 * times as long as hashing one block, and files of NSS need millions of these.
 *
 * @module
 */

import {
  type Code,
  encodeRepeatingModule,
  FIRST_LOCAL,
  pieceAddress,
  type WordInstructions,
  wordInstructions,
} from './wasm-module.js'

/** First words of the fractional parts of the cube roots of the first 80 primes (FIPS 180-4, 4.2.2 and 4.2.3). */
const SHA2_CONSTANTS = `
  428a2f98d728ae227137449123ef65cdb5c0fbcfec4d3b2fe9b5dba58189dbbc3956c25bf348b53859f111f1b605d019
  923f82a4af194f9bab1c5ed5da6d8118d807aa98a303024212835b0145706fbe243185be4ee4b28c550c7dc3d5ffb4e2
  72be5d74f27b896f80deb1fe3b1696b19bdc06a725c71235c19bf174cf692694e49b69c19ef14ad2efbe4786384f25e3
  0fc19dc68b8cd5b5240ca1cc77ac9c652de92c6f592b02754a7484aa6ea6e4835cb0a9dcbd41fbd476f988da831153b5
  983e5152ee66dfaba831c66d2db43210b00327c898fb213fbf597fc7beef0ee4c6e00bf33da88fc2d5a79147930aa725
  06ca6351e003826f142929670a0e6e7027b70a8546d22ffc2e1b21385c26c9264d2c6dfc5ac42aed53380d139d95b3df
  650a73548baf63de766a0abb3c77b2a881c2c92e47edaee692722c851482353ba2bfe8a14cf10364a81a664bbc423001
  c24b8b70d0f89791c76c51a30654be30d192e819d6ef5218d69906245565a910f40e35855771202a106aa07032bbd1b8
  19a4c116b8d2d0c81e376c085141ab532748774cdf8eeb9934b0bcb5e19b48a8391c0cb3c5c95a634ed8aa4ae3418acb
  5b9cca4f7763e373682e6ff3d6b2b8a3748f82ee5defb2fc78a5636f43172f6084c87814a1f0ab728cc702081a6439ec
  90befffa23631e28a4506cebde82bde9bef9a3f7b2c67915c67178f2e372532bca273eceea26619cd186b8c721c0c207
  eada7dd6cde0eb1ef57d4f7fee6ed17806f067aa72176fba0a637dc5a2c898a6113f9804bef90dae1b710b35131c471b
  28db77f523047d8432caab7b40c724933c9ebe0a15c9bebc431d67c49c100d4c4cc5d4becb3e42b6597f299cfc657e2a
  5fcb6fab3ad6faec6c44198c4a475817`

/** Differences of SHA-256 and SHA-512: rotations of the four functions (4.1.2, 4.1.3), and the number of rounds. */
const SHA2 = {
  4: { rounds: 64, sum0: [2, 13, 22], sum1: [6, 11, 25], next0: [7, 18, 3], next1: [17, 19, 10] },
  8: { rounds: 80, sum0: [28, 34, 39], sum1: [14, 18, 41], next0: [1, 8, 7], next1: [19, 61, 6] },
} as const

interface HashFacts {
  /** Length of a word in bytes. */
  readonly word: 4 | 8
  /** Length of the digest in bytes. */
  readonly length: number
  /** The initial hash value (FIPS 180-4, 5.3). */
  readonly initial: string
}

const HASHES: ReadonlyMap<string, HashFacts> = new Map([
  ['sha1', { word: 4, length: 20, initial: '67452301efcdab8998badcfe10325476c3d2e1f0' }],
  ['sha224', { word: 4, length: 28, initial: 'c1059ed8367cd5073070dd17f70e5939ffc00b316858151164f98fa7befa4fa4' }],
  ['sha256', { word: 4, length: 32, initial: '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19' }],
  [
    'sha384',
    {
      word: 8,
      length: 48,
      initial:
        'cbbb9d5dc1059ed8629a292a367cd5079159015a3070dd17152fecd8f70e593967332667ffc00b318eb44a8768581511db0c2e0d64f98fa747b5481dbefa4fa4',
    },
  ],
  [
    'sha512',
    {
      word: 8,
      length: 64,
      initial:
        '6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179',
    },
  ],
])

/** Numbers of local variables: the 16 words of the block, then the working variables of the rounds. */
const block = (index: number) => FIRST_LOCAL + (index & 15)
const STATE = FIRST_LOCAL + 16

/** A module whose `run(count)` replaces the digest at the beginning of its memory with its count-th hash. */
interface HashCode {
  readonly module: Uint8Array
  /** Length of a word in bytes. Words in memory are little-endian. */
  readonly word: 4 | 8
}

/** Code that computes a hash, by its name in node:crypto; `undefined` for a hash without such code. */
export function encodeRepeatedHash(hashName: string): HashCode | undefined {
  const facts = HASHES.get(hashName)
  if (facts === undefined) return undefined
  const { word, length } = facts
  const words = wordInstructions(word)
  const initial = readWords(facts.initial, word)
  const digestWords = Array.from({ length: length / word }, (_, i) => i)
  const { set, get, add, constant, load, store } = words
  const rounds = hashName === 'sha1' ? sha1Rounds(words) : sha2Rounds(words)
  // The digest becomes the block of the next iteration.
  const digest = digestWords.map((i) => set(block(i), add(get(STATE + i), constant(initial[i] ?? 0n))))
  const start = initial.map((value, i) => set(STATE + i, constant(value)))
  const body = [padDigest(words, length), ...start, rounds, ...digest].join('')
  const before = digestWords.map((i) => set(block(i), load(word * i))).join('')
  const after = digestWords.map((i) => store(word * i, get(block(i)))).join('')
  return { module: encodeRepeatingModule(words, 16 + initial.length, { before, body, after }), word }
}

/** Address in memory where the blocks for {@link encodeSha256} end. */
export const BLOCKS_END = 65_536

/**
 * A module whose `run(count)` updates the hash value at the beginning of its memory, stored as little-endian words, with
 * `count` blocks that end at {@link BLOCKS_END} (FIPS 180-4, 6.2.2).
 */
export function encodeSha256(): Uint8Array {
  const words = wordInstructions(4)
  const { set, get, add, load, store } = words
  const state = Array.from({ length: 8 }, (_, i) => STATE + i)
  const before = state.map((local, i) => set(local, load(4 * i))).join('')
  const kept = state.map((local) => set(local + 8, get(local))).join('')
  const read = Array.from({ length: 16 }, (_, i) => readBigEndian(words, i)).join('')
  const sums = state.map((local) => set(local, add(get(local), get(local + 8)))).join('')
  const after = state.map((local, i) => store(4 * i, get(local))).join('')
  return encodeRepeatingModule(words, 32, { before, body: kept + read + sha2Rounds(words) + sums, after })
}

/** Reads a word of the current block, whose bytes in memory are big-endian. */
function readBigEndian(
  { set, get, and, or, rotateRight, constant, loadBehind }: WordInstructions,
  index: number,
): Code {
  const swapped = or(
    and(rotateRight(get(block(index)), 8), constant(0xff00ff00n)),
    and(rotateRight(get(block(index)), 24), constant(0x00ff00ffn)),
  )
  return set(block(index), loadBehind(pieceAddress(BLOCKS_END, 6), 4 * index)) + set(block(index), swapped)
}

function readWords(hex: string, word: 4 | 8): bigint[] {
  const digits = hex.match(new RegExp(`.{${2 * word}}`, 'g')) ?? []
  return digits.map((each) => BigInt(`0x${each}`))
}

/** Pads a digest (FIPS 180-4, 5.1): one bit after it, zeros, and its length in bits. */
function padDigest({ size, set, constant }: WordInstructions, length: number): Code {
  const first = length / size
  const padding = Array.from({ length: 16 - first }, () => 0n)
  padding[0] = 1n << BigInt(8 * size - 1)
  padding[padding.length - 1] = BigInt(8 * length)
  return padding.map((value, i) => set(block(first + i), constant(value))).join('')
}

/** The rounds of SHA-1 (FIPS 180-4, 6.1.2). Instead of moving words between variables, each round renames them. */
function sha1Rounds(words: WordInstructions): Code {
  const { set, get, add, xor, rotateRight, constant } = words
  let code = ''
  for (let round = 0; round < 80; round++) {
    const local = (index: number) => STATE + ((index + 5 * 16 - round) % 5)
    const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((index) => get(local(index))) as [Code, Code, Code, Code, Code]
    if (round >= 16) {
      const earlier = [3, 8, 14, 16].map((back) => get(block(round - back))) as [Code, ...Code[]]
      code += set(block(round), rotateRight(xor(...earlier), 31))
    }
    const { mixed, key } = sha1Step(words, round, [b, c, d])
    code += set(local(4), add(e, rotateRight(a, 27), mixed, constant(key), get(block(round))))
    code += set(local(1), rotateRight(b, 2))
  }
  return code
}

/** The function and the constant of a SHA-1 round (FIPS 180-4, 4.1.1 and 4.2.1). */
function sha1Step(words: WordInstructions, round: number, [b, c, d]: readonly [Code, Code, Code]) {
  const { xor } = words
  if (round < 20) return { mixed: choose(words, b, c, d), key: 0x5a827999n }
  if (round < 40) return { mixed: xor(b, c, d), key: 0x6ed9eba1n }
  if (round < 60) return { mixed: majority(words, b, c, d), key: 0x8f1bbcdcn }
  return { mixed: xor(b, c, d), key: 0xca62c1d6n }
}

/** The rounds of SHA-256 and SHA-512 (FIPS 180-4, 6.2.2 and 6.4.2). */
function sha2Rounds(words: WordInstructions): Code {
  const { size, set, get, add, xor, rotateRight, shiftRight, constant } = words
  const { rounds, sum0, sum1, next0, next1 } = SHA2[size]
  const rotated = (x: Code, [i, j, k]: readonly [number, number, number]) =>
    xor(rotateRight(x, i), rotateRight(x, j), rotateRight(x, k))
  const shifted = (x: Code, [i, j, k]: readonly [number, number, number]) =>
    xor(rotateRight(x, i), rotateRight(x, j), shiftRight(x, k))
  const keys = readWords(SHA2_CONSTANTS.replace(/\s+/g, ''), 8).map((key) => (size === 4 ? key >> 32n : key))
  let code = ''
  for (let round = 0; round < rounds; round++) {
    const local = (index: number) => STATE + ((index + 8 * 16 - round) & 7)
    const at = (index: number) => get(local(index))
    const word = (back: number) => get(block(round - back))
    if (round >= 16) {
      code += set(block(round), add(word(16), shifted(word(15), next0), word(7), shifted(word(2), next1)))
    }
    const chosen = choose(words, at(4), at(5), at(6))
    const first = add(at(7), rotated(at(4), sum1), chosen, constant(keys[round] ?? 0n), word(0))
    code += set(local(7), first) + set(local(3), add(at(3), at(7)))
    code += set(local(7), add(at(7), rotated(at(0), sum0), majority(words, at(0), at(1), at(2))))
  }
  return code
}

/** Ch of FIPS 180-4, 4.1. */
function choose({ and, xor }: WordInstructions, x: Code, y: Code, z: Code): Code {
  return xor(z, and(x, xor(y, z)))
}

/** Maj of FIPS 180-4, 4.1. */
function majority({ and, or }: WordInstructions, x: Code, y: Code, z: Code): Code {
  return or(and(x, y), and(z, or(x, y)))
}
