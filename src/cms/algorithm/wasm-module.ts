/**
 * Generates WebAssembly modules with one function that computes on words in local variables, with the necessary parts of the
 * binary format (WebAssembly Core Specification 1.0, chapter 5).
 *
 * @module
 */

/**
 * Encoded instructions, one character for each byte, since joining strings is quick. An expression leaves one word on the
 * stack.
 */
export type Code = string

/** The instructions for one word size. Rotations and shifts take a number of bits. */
export interface WordInstructions {
  /** Length of a word in bytes. */
  readonly size: 4 | 8
  constant(value: bigint): Code
  get(local: number): Code
  set(local: number, value: Code): Code
  /** The word at a constant address in memory. */
  load(address: number): Code
  /** The word at an offset from an address that an expression computes. */
  loadBehind(base: Code, offset: number): Code
  store(address: number, value: Code): Code
  add(first: Code, ...others: readonly Code[]): Code
  and(a: Code, b: Code): Code
  or(a: Code, b: Code): Code
  xor(first: Code, ...others: readonly Code[]): Code
  rotateRight(a: Code, bits: number): Code
  shiftRight(a: Code, bits: number): Code
}

const I32 = 0x7f
const I64 = 0x7e

/** Opcodes that differ between words of 32 and 64 bits. */
const OPCODES = {
  4: {
    load: 0x28,
    store: 0x36,
    constant: 0x41,
    add: 0x6a,
    and: 0x71,
    or: 0x72,
    xor: 0x73,
    shiftRight: 0x76,
    rotr: 0x78,
  },
  8: {
    load: 0x29,
    store: 0x37,
    constant: 0x42,
    add: 0x7c,
    and: 0x83,
    or: 0x84,
    xor: 0x85,
    shiftRight: 0x88,
    rotr: 0x8a,
  },
} as const

/** The instructions for words of four or of eight bytes. */
export function wordInstructions(size: 4 | 8): WordInstructions {
  const opcodes = OPCODES[size]
  const alignment = bytes(size === 4 ? 2 : 3)
  const constant = (value: bigint) => bytes(opcodes.constant) + signed(BigInt.asIntN(8 * size, value))
  const chain = (opcode: number) => {
    const suffix = bytes(opcode)
    return (first: Code, ...others: readonly Code[]) => others.reduce((sum, other) => sum + other + suffix, first)
  }
  const byBits = (opcode: number) => (a: Code, bits: number) => a + constant(BigInt(bits)) + bytes(opcode)
  return {
    size,
    constant,
    get: (local) => bytes(0x20) + unsigned(local),
    set: (local, value) => value + bytes(0x21) + unsigned(local),
    load: (address) => i32(0) + bytes(opcodes.load) + alignment + unsigned(address),
    loadBehind: (base, offset) => base + bytes(opcodes.load) + alignment + unsigned(offset),
    store: (address, value) => i32(0) + value + bytes(opcodes.store) + alignment + unsigned(address),
    add: chain(opcodes.add),
    and: chain(opcodes.and),
    or: chain(opcodes.or),
    xor: chain(opcodes.xor),
    rotateRight: byBits(opcodes.rotr),
    shiftRight: byBits(opcodes.shiftRight),
  }
}

/** Opcodes of i32 with which addresses are computed. */
const ADDRESS = { shiftLeft: 0x74, subtract: 0x6b }

/** The address of the current iteration's piece of data. The pieces have 2^`bits` bytes, and the last one ends at `end`. */
export function pieceAddress(end: number, bits: number): Code {
  return i32(end) + bytes(0x20, COUNT) + i32(bits) + bytes(ADDRESS.shiftLeft, ADDRESS.subtract)
}

function bytes(...values: readonly number[]): Code {
  return String.fromCharCode(...values)
}

function i32(value: number): Code {
  return bytes(0x41) + signed(BigInt(value))
}

/** Number of the function's parameter: how often the body is repeated, at least once. */
const COUNT = 0

/** Number of the function's first local variable, which follows its parameter. */
export const FIRST_LOCAL = 1

/**
 * A module that exports one page of `memory`, and `run(count)`, which executes `before` once, `body` `count` times and
 * `after` once.
 *
 * @param locals number of variables, whose size is that of `words`
 */
export function encodeRepeatingModule(
  { size }: WordInstructions,
  locals: number,
  { before, body, after }: { readonly before: Code; readonly body: Code; readonly after: Code },
): Uint8Array {
  // Decrements the count, and continues at the loop's beginning while it is not zero.
  const again = bytes(0x20, COUNT) + i32(1) + bytes(0x6b, 0x22, COUNT, 0x0d, 0)
  const code = before + bytes(0x03, 0x40) + body + again + bytes(0x0b) + after + bytes(0x0b)
  const declared = bytes(1) + unsigned(locals) + bytes(size === 4 ? I32 : I64)
  const sections = [
    section(1, bytes(1, 0x60, 1, I32, 0)),
    section(3, bytes(1, 0)),
    section(5, bytes(1, 0, 1)),
    section(7, bytes(2) + sized('run') + bytes(0, 0) + sized('memory') + bytes(2, 0)),
    section(10, bytes(1) + sized(declared + code)),
  ]
  return Buffer.from(`\0asm${bytes(1, 0, 0, 0)}${sections.join('')}`, 'latin1')
}

function section(id: number, content: Code): Code {
  return bytes(id) + sized(content)
}

function sized(content: Code): Code {
  return unsigned(content.length) + content
}

/** LEB128 encoding of a non-negative number. */
function unsigned(value: number): Code {
  return value < 0x80 ? bytes(value) : bytes((value & 0x7f) | 0x80) + unsigned(value >>> 7)
}

/** LEB128 encoding in two's complement. */
function signed(value: bigint): Code {
  const low = Number(value & 0x7fn)
  const rest = value >> 7n
  const isLast = rest === (low & 0x40 ? -1n : 0n)
  return isLast ? bytes(low) : bytes(low | 0x80) + signed(rest)
}
