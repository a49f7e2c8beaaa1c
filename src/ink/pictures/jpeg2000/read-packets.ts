/**
 * The packets of a tile (ITU-T T.800, B.9, B.10 and B.12): their order, and which bytes belong to which code-block. All
 * components have the same precincts here.
 *
 * @module
 */
import { getOrMake } from '../../remember.js'
import { demand, type PixelWork } from '../decoding.js'
import { type CodingStyle, PROGRESSION } from './codestream.js'
import { type BlockGroup, type CodeBlock, PacketBits, type Precinct, type Resolution } from './tile-layout.js'

/** What a packet adds to: one layer of a precinct. */
interface PacketPlace {
  readonly precinct: Precinct
  readonly layer: number
}

/** A precinct and where it comes by each way of ordering. */
interface Placed {
  readonly precinct: Precinct
  readonly component: number
  readonly resolution: number
  /** Among those of its resolution. */
  readonly index: number
}

type Order = (a: Placed, b: Placed) => number

const byResolution: Order = (a, b) => a.resolution - b.resolution
const byComponent: Order = (a, b) => a.component - b.component
const byIndex: Order = (a, b) => a.index - b.index
const byPlace: Order = ({ precinct: a }, { precinct: b }) => a.y - b.y || a.x - b.x

/** The keys by which precincts are sorted, the first of them first; layers are inside of them but for LRCP and RLCP. */
const ORDERS: readonly (readonly Order[])[] = [
  [byResolution, byComponent, byIndex],
  [byResolution, byComponent, byIndex],
  [byResolution, byPlace, byComponent],
  [byPlace, byComponent, byResolution],
  [byComponent, byPlace, byResolution],
]

/** Goes through all packets. */
function* packetsInOrder(
  components: readonly (readonly Resolution[])[],
  { progression, layers }: CodingStyle,
): Generator<PacketPlace> {
  const placed = listPrecincts(components)
  const orders = ORDERS[progression] as readonly Order[]
  placed.sort((a, b) => orders.reduce((difference, order) => difference || order(a, b), 0))
  if (progression === PROGRESSION.LRCP) yield* inLayers(placed, layers)
  else if (progression === PROGRESSION.RLCP) {
    for (const each of byResolutions(placed)) yield* inLayers(each, layers)
  } else {
    for (const { precinct } of placed) for (let layer = 0; layer < layers; layer++) yield { precinct, layer }
  }
}

function* inLayers(placed: readonly Placed[], layers: number): Generator<PacketPlace> {
  for (let layer = 0; layer < layers; layer++) for (const { precinct } of placed) yield { precinct, layer }
}

function byResolutions(placed: readonly Placed[]): Placed[][] {
  const groups = new Map<number, Placed[]>()
  for (const each of placed) getOrMake(groups, each.resolution, () => []).push(each)
  return [...groups.values()]
}

function listPrecincts(components: readonly (readonly Resolution[])[]): Placed[] {
  return components.flatMap((resolutions, component) =>
    resolutions.flatMap(({ precincts }, resolution) =>
      precincts.map((precinct, index) => ({ precinct, component, resolution, index })),
    ),
  )
}

const [PACKET_START, HEADER_END] = [0x91, 0x92]
const PACKET_START_BYTES = 6
/** Planes of bits of a code-block, and passes over them; samples have 16 bits, and some are gained by the transformation. */
const MAX_PLANES = 38
/** What a packet costs at least: its header. */
const PACKET_WORK = 20

/** Part of a packet that a header has announced. */
interface Announced {
  readonly block: CodeBlock
  readonly passes: number
  readonly length: number
}

/** Gives each code-block of the components its bytes. */
export function readPackets(
  data: Uint8Array,
  components: readonly (readonly Resolution[])[],
  style: CodingStyle,
  work: PixelWork,
): void {
  let at = 0
  for (const { precinct, layer } of packetsInOrder(components, style)) {
    work.spend(PACKET_WORK)
    at = readPacket(data, at, precinct, layer, style)
  }
}

function readPacket(data: Uint8Array, from: number, precinct: Precinct, layer: number, style: CodingStyle): number {
  const start = style.hasPacketStarts && isMarker(data, from, PACKET_START) ? from + PACKET_START_BYTES : from
  const bits = new PacketBits(data, start)
  const announced: Announced[] = []
  if (bits.bit() === 1) for (const group of precinct.groups) readGroup(group, layer, bits, announced)
  let at = bits.end()
  if (style.hasHeaderEnds) {
    demand(isMarker(data, at, HEADER_END), 'the header of a packet has no end')
    at += 2
  }
  for (const { block, passes, length } of announced) {
    demand(at + length <= data.length, 'a packet is cut off')
    block.parts.push({ data: data.subarray(at, at + length), passes })
    at += length
  }
  return at
}

function isMarker(data: Uint8Array, at: number, marker: number): boolean {
  return data[at] === 0xff && data[at + 1] === marker
}

function readGroup(
  { blocks, across, inclusion, emptyPlanes }: BlockGroup,
  layer: number,
  bits: PacketBits,
  announced: Announced[],
): void {
  blocks.forEach((block, i) => {
    const [column, row] = [i % across, Math.floor(i / across)]
    if (block.isIncluded) {
      if (bits.bit() === 0) return
    } else {
      if (inclusion.read(column, row, layer + 1, bits) > layer) return
      block.isIncluded = true
      block.emptyPlanes = emptyPlanes.read(column, row, MAX_PLANES, bits)
      demand(block.emptyPlanes < MAX_PLANES, 'a code-block has too many planes')
    }
    const passes = readPasses(bits)
    while (bits.bit() === 1) block.lengthBits++
    const length = bits.bits(block.lengthBits + Math.floor(Math.log2(passes)))
    announced.push({ block, passes, length })
  })
}

/** Table B.4 */
function readPasses(bits: PacketBits): number {
  if (bits.bit() === 0) return 1
  if (bits.bit() === 0) return 2
  const few = bits.bits(2)
  if (few < 3) return 3 + few
  const more = bits.bits(5)
  return more < 31 ? 6 + more : 37 + bits.bits(7)
}
