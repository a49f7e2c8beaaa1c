/**
 * Divides a tile component into resolutions, these into subbands and precincts, and those into code-blocks (ITU-T T.800, Annex
 * B). Also has the tag trees of packet headers.
 *
 * @module
 */
import { demand, type PixelWork } from '../decoding.js'
import type { CodingStyle } from './codestream.js'

/** Reads bits, beginning with the highest bit of each byte. */
export class PacketBits {
  readonly #bytes: Uint8Array
  #at: number
  #byte = 0
  #left = 0

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes
    this.#at = from
  }

  bit(): number {
    if (this.#left === 0) {
      demand(this.#at < this.#bytes.length, 'a packet is cut off')
      this.#left = this.#byte === 0xff ? 7 : 8
      this.#byte = this.#bytes[this.#at++] ?? 0
    }
    this.#left--
    return (this.#byte >> this.#left) & 1
  }

  /** @param count Up to 31. */
  bits(count: number): number {
    demand(count < 32, 'a length is too large')
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + this.bit()
    return value
  }

  /** Index of the first byte after the header: headers end at a whole byte other than FF. */
  end(): number {
    if (this.#byte === 0xff) this.#at++
    this.#left = 0
    return this.#at
  }
}

interface Level {
  readonly across: number
  /** Known lower bound of each number; `isKnown` is 1 where it is the number itself. */
  readonly least: Uint8Array
  readonly isKnown: Uint8Array
}

/** A tag tree over a grid. */
class TagTree {
  /** Levels from the grid to the root. */
  readonly #levels: Level[] = []

  constructor(across: number, down: number) {
    let [width, height] = [across, down]
    while (width > 0 && height > 0) {
      const count = width * height
      this.#levels.push({ across: width, least: new Uint8Array(count), isKnown: new Uint8Array(count) })
      if (count === 1) break
      width = Math.ceil(width / 2)
      height = Math.ceil(height / 2)
    }
  }

  /**
   * Reads until it is known whether the number at a position is below a threshold.
   *
   * @returns The number, or the threshold if the number is not below it.
   */
  read(column: number, row: number, threshold: number, bits: PacketBits): number {
    let least = 0
    for (let depth = this.#levels.length - 1; depth >= 0; depth--) {
      const level = this.#levels[depth] as Level
      const at = (row >> depth) * level.across + (column >> depth)
      least = Math.max(least, level.least[at] ?? 0)
      while (level.isKnown[at] === 0 && least < threshold) {
        if (bits.bit() === 1) level.isKnown[at] = 1
        else least++
      }
      level.least[at] = least
      if (least >= threshold) return threshold
    }
    return least
  }
}

/** An area from its first sample up to, but not including, its end. */
export interface SampleArea {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** The bytes of a code-block in one packet. */
interface CodedPart {
  readonly data: Uint8Array
  readonly passes: number
}

/** The smallest unit that is coded by itself. */
export interface CodeBlock extends SampleArea {
  readonly parts: CodedPart[]
  /** Number of empty bit planes above the coded ones, known from the block's first contribution on. */
  emptyPlanes: number
  /** Number of bits in which lengths are coded (B.10.7.1). */
  lengthBits: number
  isIncluded: boolean
}

/** The code-blocks of a subband in one precinct. */
export interface BlockGroup {
  readonly blocks: readonly CodeBlock[]
  readonly across: number
  readonly inclusion: TagTree
  readonly emptyPlanes: TagTree
}

/** A part of a resolution with packets of its own. */
export interface Precinct {
  /** Left edge, in samples of the picture. */
  readonly x: number
  readonly y: number
  /** Code-blocks of each subband. */
  readonly groups: readonly BlockGroup[]
}

/** Frequencies of a subband, horizontal and then vertical: low (L) or high (H). */
export type BandKind = 'LL' | 'HL' | 'LH' | 'HH'

/** Values of one kind of frequencies. */
export interface Subband extends SampleArea {
  readonly kind: BandKind
  /** Index in the list of quantization steps. */
  readonly index: number
  /** Number of halvings that lead to the subband. */
  readonly level: number
  readonly blocks: CodeBlock[]
}

/** The picture at one size, with the subbands that lead to it from the next smaller size. */
export interface Resolution extends SampleArea {
  readonly bands: readonly Subband[]
  readonly precincts: readonly Precinct[]
}

/** Cost of the objects of an empty precinct or block. */
const OBJECT_WORK = 1000

const HIGHER_BANDS = ['HL', 'LH', 'HH'] as const

export function layOutComponent(tile: SampleArea, style: CodingStyle, work: PixelWork): Resolution[] {
  return Array.from({ length: style.levels + 1 }, (_, r) => layOutResolution(tile, style, r, work))
}

function layOutResolution(tile: SampleArea, style: CodingStyle, r: number, work: PixelWork): Resolution {
  const { levels } = style
  const area = reduceArea(tile, levels - r)
  const kinds: readonly BandKind[] = r === 0 ? ['LL'] : HIGHER_BANDS
  const bands = kinds.map((kind, i): Subband => {
    const level = r === 0 ? levels : levels - r + 1
    return { ...bandArea(tile, kind, level), kind, level, index: r === 0 ? 0 : 3 * (r - 1) + 1 + i, blocks: [] }
  })
  return { ...area, bands, precincts: layOutPrecincts(area, bands, style, r, work) }
}

/** A rectangle after the picture was halved `levels` times. */
export function reduceArea({ x0, y0, x1, y1 }: SampleArea, levels: number): SampleArea {
  const side = 2 ** levels
  return { x0: Math.ceil(x0 / side), y0: Math.ceil(y0 / side), x1: Math.ceil(x1 / side), y1: Math.ceil(y1 / side) }
}

/** The area of a subband (equation B-15). */
function bandArea({ x0, y0, x1, y1 }: SampleArea, kind: BandKind, level: number): SampleArea {
  const side = 2 ** level
  const [right, down] = [kind === 'HL' || kind === 'HH' ? side / 2 : 0, kind === 'LH' || kind === 'HH' ? side / 2 : 0]
  const across = (x: number) => Math.ceil((x - right) / side)
  const along = (y: number) => Math.ceil((y - down) / side)
  return { x0: across(x0), y0: along(y0), x1: across(x1), y1: along(y1) }
}

function layOutPrecincts(
  { x0, y0, x1, y1 }: SampleArea,
  bands: readonly Subband[],
  style: CodingStyle,
  r: number,
  work: PixelWork,
): Precinct[] {
  if (x0 >= x1 || y0 >= y1) return []
  const [across, down] = style.precincts[r] as readonly [number, number]
  const [width, height] = [2 ** across, 2 ** down]
  const precincts: Precinct[] = []
  const scale = 2 ** (style.levels - r)
  work.spend(
    OBJECT_WORK * (Math.ceil(x1 / width) - Math.floor(x0 / width)) * (Math.ceil(y1 / height) - Math.floor(y0 / height)),
  )
  for (let top = Math.floor(y0 / height) * height; top < y1; top += height) {
    for (let left = Math.floor(x0 / width) * width; left < x1; left += width) {
      const place = { x0: left, y0: top, x1: left + width, y1: top + height }
      const groups = bands.map((band) => layOutBlocks(band, r === 0 ? place : halve(place), style, work))
      precincts.push({ x: Math.max(x0, left) * scale, y: Math.max(y0, top) * scale, groups })
    }
  }
  return precincts
}

/** The area of a precinct in a subband, which is half as large in each direction as in the resolution (B.6). */
function halve({ x0, y0, x1, y1 }: SampleArea): SampleArea {
  return { x0: x0 / 2, y0: y0 / 2, x1: x1 / 2, y1: y1 / 2 }
}

/** Divides a precinct into code-blocks, which are no larger than it (B.7). */
function layOutBlocks(band: Subband, precinct: SampleArea, style: CodingStyle, work: PixelWork): BlockGroup {
  const part = intersect(band, precinct)
  const width = Math.min(2 ** style.blockWidth, precinct.x1 - precinct.x0)
  const height = Math.min(2 ** style.blockHeight, precinct.y1 - precinct.y0)
  const isEmpty = part.x0 >= part.x1 || part.y0 >= part.y1
  const [left, top] = [Math.floor(part.x0 / width), Math.floor(part.y0 / height)]
  const across = isEmpty ? 0 : Math.ceil(part.x1 / width) - left
  const down = isEmpty ? 0 : Math.ceil(part.y1 / height) - top
  work.spend(OBJECT_WORK * across * down)
  const blocks: CodeBlock[] = []
  for (let row = top; row < top + down; row++) {
    for (let column = left; column < left + across; column++) {
      const cell = { x0: column * width, y0: row * height, x1: (column + 1) * width, y1: (row + 1) * height }
      blocks.push({ ...intersect(part, cell), parts: [], emptyPlanes: 0, lengthBits: 3, isIncluded: false })
    }
  }
  for (const block of blocks) band.blocks.push(block)
  return { blocks, across, inclusion: new TagTree(across, down), emptyPlanes: new TagTree(across, down) }
}

/** The intersection of two rectangles, which may be empty. */
export function intersect(one: SampleArea, other: SampleArea): SampleArea {
  return {
    x0: Math.max(one.x0, other.x0),
    y0: Math.max(one.y0, other.y0),
    x1: Math.min(one.x1, other.x1),
    y1: Math.min(one.y1, other.y1),
  }
}
