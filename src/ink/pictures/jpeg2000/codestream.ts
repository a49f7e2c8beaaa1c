/**
 * Reads the markers of a JPEG 2000 codestream (ITU-T T.800, Annex A): its tiles, and how they are coded.
 *
 * @module
 */
import { demand } from '../decoding.js'

/** Orders of the packets of a tile (A.6.1, Table A.16). */
export const PROGRESSION = { LRCP: 0, RLCP: 1, RPCL: 2, PCRL: 3, CPRL: 4 } as const

/** Size of the picture and its tiles. The origin of all of them is the top left corner. */
interface PictureSize {
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  readonly tileHeight: number
  readonly components: number
  /** Bits per sample, equal for all components. */
  readonly depth: number
}

/** Coding style of all components and tiles (COD). */
export interface CodingStyle {
  readonly progression: number
  readonly layers: number
  /** True when the first three components are luminance and colour differences. */
  readonly isMixed: boolean
  /** Number of decomposition levels, each of which halves the picture. */
  readonly levels: number
  /** Width and height of code-blocks as exponents of two. */
  readonly blockWidth: number
  readonly blockHeight: number
  readonly isReversible: boolean
  /** True when four bits at the end of each plane serve to detect damage. */
  readonly hasSegmentSymbols: boolean
  /** Width and height of precincts for each resolution from the smallest, as exponents of two. */
  readonly precincts: readonly (readonly [width: number, height: number])[]
  readonly hasPacketStarts: boolean
  readonly hasHeaderEnds: boolean
}

/** Quantization of the subbands (QCD). */
export interface Quantization {
  readonly guardBits: number
  /** Steps from the lowest subband on; only one if the others are derived from it. */
  readonly steps: readonly QuantizationStep[]
  readonly isDerived: boolean
  readonly isReversible: boolean
}

/** A step of 2^-`exponent` times (1 + `mantissa` / 2048). */
interface QuantizationStep {
  readonly exponent: number
  readonly mantissa: number
}

/** A codestream whose markers were read, with packets that are not decoded yet. */
export interface Codestream {
  readonly size: PictureSize
  readonly style: CodingStyle
  /** Quantization of each component. */
  readonly quantization: readonly Quantization[]
  /** Contents of the tile-parts of each tile, in order. */
  readonly tiles: readonly (readonly Uint8Array[])[]
}

const [SIZ, COD, QCD, QCC, SOT, SOD, EOC, SOC] = [0xff51, 0xff52, 0xff5c, 0xff5d, 0xff90, 0xff93, 0xffd9, 0xff4f]
/** Markers that do not affect samples: lengths of tiles and packets, and comments. */
const PASSED_OVER: ReadonlySet<number> = new Set([0xff55, 0xff57, 0xff58, 0xff63, 0xff64])
/** Most components: red, green and blue. Some viewers take a fourth for black, and others for opacity. */
const MAX_COMPONENTS = 3
/** Most bits per sample. Scans have no more, and all viewers show these alike. */
const MAX_DEPTH = 8
/** Most tiles: their numbers have 16 bits (A.4.2). */
const MAX_TILES = 65_535
/** Most decomposition levels (Table A.15). */
const MAX_LEVELS = 32
/** Largest size of a code-block as an exponent of two: 4,096 values (Table A.18). */
const MAX_BLOCK_BITS = 12
/** Most layers. Honest pictures have up to about twenty. */
const MAX_LAYERS = 250
/** Precinct size where none is given: the largest, 2^15 in both directions (Table A.21). */
const LARGEST_PRECINCT = 0xff
/** The only supported style of code-blocks (Table A.19): segmentation symbols at the ends of planes. */
const SEGMENT_SYMBOLS = 0x20

/** Reads a codestream up to the packets. Throws PictureFault for unusual coding. */
export function readCodestream(bytes: Uint8Array): Codestream {
  return new CodestreamReader(bytes).read()
}

class CodestreamReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0
  #size: PictureSize | undefined
  #style: CodingStyle | undefined
  #quantization: Quantization | undefined
  readonly #ownQuantization = new Map<number, Quantization>()
  readonly #tiles: Uint8Array[][] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  read(): Codestream {
    demand(this.#word() === SOC, 'the codestream has no beginning')
    let marker = this.#word()
    for (; marker !== SOT; marker = this.#word()) this.#readHeaderSegment(marker)
    const [size, style, usual] = [this.#size, this.#style, this.#quantization]
    demand(size !== undefined && style !== undefined && usual !== undefined, 'the header is incomplete')
    const tiles = Math.ceil(size.width / size.tileWidth) * Math.ceil(size.height / size.tileHeight)
    demand(tiles <= MAX_TILES, 'there are too many tiles')
    for (let i = 0; i < tiles; i++) this.#tiles.push([])
    for (; marker === SOT; marker = this.#word()) this.#readTilePart()
    demand(marker === EOC, 'the codestream has no end')
    demand(
      this.#tiles.every((parts) => parts.length > 0),
      'a tile is missing',
    )
    const quantization = Array.from({ length: size.components }, (_, i) => this.#ownQuantization.get(i) ?? usual)
    for (const each of quantization) checkQuantization(each, style)
    return { size, style, quantization, tiles: this.#tiles }
  }

  #word(): number {
    demand(this.#at + 2 <= this.#bytes.length, 'the codestream is cut off')
    const word = this.#view.getUint16(this.#at)
    this.#at += 2
    return word
  }

  /** The contents of a marker segment, after its length. */
  #segment(): DataView {
    const start = this.#at
    const length = this.#word()
    demand(length >= 2 && start + length <= this.#bytes.length, 'a marker segment is cut off')
    this.#at = start + length
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + start + 2, length - 2)
  }

  #readHeaderSegment(marker: number): void {
    const segment = this.#segment()
    if (marker === SIZ) {
      demand(this.#size === undefined, 'there are two sizes')
      this.#size = readSize(segment)
    } else if (marker === COD) {
      demand(this.#style === undefined, 'there are two coding styles')
      this.#style = readStyle(segment)
    } else if (marker === QCD) {
      demand(this.#quantization === undefined, 'there are two quantizations')
      this.#quantization = readQuantization(segment, 0)
    } else if (marker === QCC) {
      demand(segment.byteLength > 1, 'a quantization is cut off')
      const component = segment.getUint8(0)
      demand(!this.#ownQuantization.has(component), 'there are two quantizations')
      this.#ownQuantization.set(component, readQuantization(segment, 1))
    } else demand(PASSED_OVER.has(marker), 'a marker is not read')
  }

  /** Reads a tile-part header (A.4.2). Tiles may not override the coding, since viewers differ on partial decoding then. */
  #readTilePart(): void {
    const start = this.#at - 2
    const segment = this.#segment()
    demand(segment.byteLength === 8, 'the header of a tile is cut off')
    const parts = this.#tiles[segment.getUint16(0)]
    const length = segment.getUint32(2)
    demand(parts !== undefined && segment.getUint8(6) === parts.length, 'the parts of a tile are out of order')
    for (let marker = this.#word(); marker !== SOD; marker = this.#word()) {
      this.#segment()
      demand(PASSED_OVER.has(marker), 'a tile is coded in a way of its own')
    }
    const end = length === 0 ? this.#bytes.length - 2 : start + length
    demand(end >= this.#at && end <= this.#bytes.length, 'a tile is cut off')
    parts.push(this.#bytes.subarray(this.#at, end))
    this.#at = end
  }
}

/** Reads the image and tile size (A.5.1). */
function readSize(data: DataView): PictureSize {
  demand(data.byteLength >= 36, 'the size is cut off')
  const [width = 0, height = 0, left, top, tileWidth = 0, tileHeight = 0, tileLeft, tileTop] = [
    2, 6, 10, 14, 18, 22, 26, 30,
  ].map((at) => data.getUint32(at))
  const components = data.getUint16(34)
  demand(left === 0 && top === 0 && tileLeft === 0 && tileTop === 0, 'the picture does not begin at its corner')
  demand(width > 0 && height > 0 && tileWidth > 0 && tileHeight > 0, 'there are no samples')
  demand(components > 0 && components <= MAX_COMPONENTS, 'there are too many components')
  demand(data.byteLength === 36 + 3 * components, 'the size is cut off')
  const precision = data.getUint8(36)
  for (let i = 0; i < components; i++) {
    const [own, across, down] = [0, 1, 2].map((k) => data.getUint8(36 + 3 * i + k))
    demand(own === precision && across === 1 && down === 1, 'components differ in their samples')
  }
  demand(precision < MAX_DEPTH, 'samples are signed, or have too many bits')
  return { width, height, tileWidth, tileHeight, components, depth: precision + 1 }
}

/** Reads the coding style (A.6.1). */
function readStyle(data: DataView): CodingStyle {
  demand(data.byteLength >= 10, 'the coding style is cut off')
  const flags = data.getUint8(0)
  const [levels, blockWidth, blockHeight] = [data.getUint8(5), data.getUint8(6) + 2, data.getUint8(7) + 2]
  const [mixing, blockStyle, transformation] = [data.getUint8(4), data.getUint8(8), data.getUint8(9)]
  demand(flags < 8 && mixing < 2 && transformation < 2, 'the coding style is not known')
  demand(levels <= MAX_LEVELS, 'the picture is halved too often')
  demand(
    blockWidth <= 10 && blockHeight <= 10 && blockWidth + blockHeight <= MAX_BLOCK_BITS,
    'code-blocks are too large',
  )
  demand((blockStyle & ~SEGMENT_SYMBOLS) === 0, 'code-blocks are coded in a way that is not read')
  const isDivided = (flags & 1) !== 0
  demand(data.byteLength === 10 + (isDivided ? levels + 1 : 0), 'the coding style is cut off')
  const precincts = Array.from({ length: levels + 1 }, (_, i) => {
    const sides = isDivided ? data.getUint8(10 + i) : LARGEST_PRECINCT
    return [sides & 15, sides >> 4] as const
  })
  demand(
    precincts.every(([width, height], i) => i === 0 || (width > 0 && height > 0)),
    'precincts have no size',
  )
  const [progression, layers] = [data.getUint8(1), data.getUint16(2)]
  demand(progression <= PROGRESSION.CPRL, 'the order of packets is not known')
  demand(layers > 0 && layers <= MAX_LAYERS, 'there are too many layers')
  return {
    ...{ progression, layers, levels, blockWidth, blockHeight, precincts },
    isMixed: mixing === 1,
    isReversible: transformation === 1,
    hasSegmentSymbols: blockStyle !== 0,
    hasPacketStarts: (flags & 2) !== 0,
    hasHeaderEnds: (flags & 4) !== 0,
  }
}

/** Reads the quantization (A.6.4). */
function readQuantization(data: DataView, from: number): Quantization {
  demand(data.byteLength > from, 'a quantization is cut off')
  const flags = data.getUint8(from)
  const [kind, guardBits] = [flags & 31, flags >> 5]
  demand(kind < 3, 'a quantization is not known')
  const isReversible = kind === 0
  const [first, stride] = [from + 1, isReversible ? 1 : 2]
  const steps: QuantizationStep[] = []
  for (let at = first; at + stride <= data.byteLength; at += stride) {
    const word = isReversible ? data.getUint8(at) << 8 : data.getUint16(at)
    steps.push({ exponent: word >> 11, mantissa: isReversible ? 0 : word & 0x7ff })
  }
  return { guardBits, steps, isDerived: kind === 1, isReversible }
}

function checkQuantization({ isReversible, isDerived, steps }: Quantization, style: CodingStyle): void {
  demand(isReversible === style.isReversible, 'the quantization is that of another transformation')
  demand(isDerived ? steps.length > 0 : steps.length >= 3 * style.levels + 1, 'a quantization is missing')
}
