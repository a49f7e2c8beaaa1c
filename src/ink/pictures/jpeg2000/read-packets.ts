/**
 * The packets of a tile (ITU-T T.800, B.9 and B.10): which bytes belong to which code-block.
 *
 * @module
 */
import { demand, type PixelWork } from '../picture-fault.js'
import type { CodingStyle } from './codestream.js'
import { PacketBits } from './packet-bits.js'
import { packetsInOrder } from './progression.js'
import type { BlockGroup, CodeBlock, Precinct, Resolution } from './tile-layout.js'

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
