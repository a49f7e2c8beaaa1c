/**
 * Reads the packets of a tile (ITU-T T.800, B.9, B.10 and B.12): their order, and the bytes of each code-block. All components
 * have the same precincts.
 *
 * @module
 */
import { getOrMake } from '../../remember.js'
import { demand, type PixelWork } from '../decoding.js'
import { type CodingStyle, PROGRESSION } from './codestream.js'
import { type BlockGroup, type CodeBlock, PacketBits, type Precinct, type Resolution } from './tile-layout.js'

/** The target of a packet: one layer of a precinct. */
interface PacketPlace {
  readonly precinct: Precinct
  readonly layer: number
}

/** A precinct, with its keys for all orders. */
interface Placed {
  readonly precinct: Precinct
  readonly component: number
  readonly resolution: number
  /** Index among the precincts of its resolution. */
  readonly index: number
}

type Order = (a: Placed, b: Placed) => number

const byResolution: Order = (a, b) => a.resolution - b.resolution
const byComponent: Order = (a, b) => a.component - b.component
const byIndex: Order = (a, b) => a.index - b.index
const byPlace: Order = ({ precinct: a }, { precinct: b }) => a.y - b.y || a.x - b.x

/** Sort keys of precincts for each progression order. Layers are the innermost loop, except for LRCP and RLCP. */
const ORDERS: readonly (readonly Order[])[] = [
  [byResolution, byComponent, byIndex],
  [byResolution, byComponent, byIndex],
  [byResolution, byPlace, byComponent],
  [byPlace, byComponent, byResolution],
  [byComponent, byPlace, byResolution],
]

/** All packets in their order. */
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
/** Most bit planes of a code-block, and most skipped ones. Samples have up to 16 bits, and the transformation adds some. */
const MAX_PLANES = 38
/** Smallest cost of a packet, for its header. */
const PACKET_WORK = 20

/** The contribution to a code-block that a packet header announces. */
interface Announced {
  readonly block: CodeBlock
  readonly passes: number
  readonly length: number
}

/** Assigns the bytes of packets to the code-blocks of the components. */
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

/** Reads the number of coding passes (Table B.4). */
function readPasses(bits: PacketBits): number {
  if (bits.bit() === 0) return 1
  if (bits.bit() === 0) return 2
  const few = bits.bits(2)
  if (few < 3) return 3 + few
  const more = bits.bits(5)
  return more < 31 ? 6 + more : 37 + bits.bits(7)
}
