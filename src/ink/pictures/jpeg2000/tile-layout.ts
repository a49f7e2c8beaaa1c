/**
 * How a component of a tile is divided: into resolutions, these into subbands and precincts, and those into code-blocks
 * (ITU-T T.800, Annex B); and the trees in which their packets tell numbers of code-blocks.
 *
 * @module
 */
import { demand, type PixelWork } from '../decoding.js'
import type { CodingStyle } from './codestream.js'

/** Reads bits from the highest of each byte. */
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

  /** Where the header ends: at a whole byte, and not at a byte FF. */
  end(): number {
    if (this.#byte === 0xff) this.#at++
    this.#left = 0
    return this.#at
  }
}

interface Level {
  readonly across: number
  /** What is known at least, and whether that is the number itself. */
  readonly least: Uint8Array
  readonly isKnown: Uint8Array
}

/** A tree over a grid. */
class TagTree {
  /** From the grid to the root. */
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
   * Reads on until it is known whether the number of a place is below a threshold.
   *
   * @returns The number, or the threshold where it is not below.
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

/** From the first sample to before the last. */
export interface SampleArea {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Bytes of a code-block that stand together in a packet. */
interface CodedPart {
  readonly data: Uint8Array
  readonly passes: number
}

/** The least that is coded by itself. */
export interface CodeBlock extends SampleArea {
  readonly parts: CodedPart[]
  /** Planes of bits that are all zero, above those that are coded; known once something of the block is there. */
  emptyPlanes: number
  /** Bits that tell a length (B.10.7.1). */
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

/** A part of a resolution whose packets stand by themselves. */
export interface Precinct {
  /** Its corner in samples of the picture. */
  readonly x: number
  readonly y: number
  /** One for each subband. */
  readonly groups: readonly BlockGroup[]
}

/** Which frequencies a subband has: low or high ones across, and down. */
export type BandKind = 'LL' | 'HL' | 'LH' | 'HH'

/** Values of one kind of frequencies. */
export interface Subband extends SampleArea {
  readonly kind: BandKind
  /** Its place in the list of quantization steps. */
  readonly index: number
  /** How often the picture was halved for it. */
  readonly level: number
  readonly blocks: CodeBlock[]
}

/** The picture at one size, and what it takes to get there from the next smaller one. */
export interface Resolution extends SampleArea {
  readonly bands: readonly Subband[]
  readonly precincts: readonly Precinct[]
}

/** What an empty precinct or block costs: its objects. */
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

/** A rectangle after the picture was halved so often. */
export function reduceArea({ x0, y0, x1, y1 }: SampleArea, levels: number): SampleArea {
  const side = 2 ** levels
  return { x0: Math.ceil(x0 / side), y0: Math.ceil(y0 / side), x1: Math.ceil(x1 / side), y1: Math.ceil(y1 / side) }
}

/** B-15 */
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

/** Precincts are as large in subbands as half of the resolution that these make (B.6). */
function halve({ x0, y0, x1, y1 }: SampleArea): SampleArea {
  return { x0: x0 / 2, y0: y0 / 2, x1: x1 / 2, y1: y1 / 2 }
}

/** B.7: code-blocks are no larger than their precinct. */
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

/** What two rectangles share; empty where they do not meet. */
export function intersect(one: SampleArea, other: SampleArea): SampleArea {
  return {
    x0: Math.max(one.x0, other.x0),
    y0: Math.max(one.y0, other.y0),
    x1: Math.min(one.x1, other.x1),
    y1: Math.min(one.y1, other.y1),
  }
}
