/**
 * One tile of a picture in JPEG 2000: its packets, its values, and its samples (ITU-T T.800, Annexes E and G).
 *
 * @module
 */
import { concatBytes } from '../../../bytes.js'
import type { PixelWork } from '../picture-fault.js'
import { decodeBlock } from './code-block.js'
import type { Codestream, Quantization } from './codestream.js'
import { readPackets } from './read-packets.js'
import {
  type BandKind,
  intersect,
  layOutComponent,
  type Resolution,
  reduceArea,
  type SampleArea,
  type Subband,
} from './tile-layout.js'
import { areaInBand, areaToMake, joinBands, type Values } from './wavelet.js'

/** What each pass over a value of a code-block takes, in decoded pixels of other pictures. */
const PASS_WORK = 1.5
/** Powers of two that the transformation adds to the values of a subband (Table E.1). */
const GAINS: Readonly<Record<BandKind, number>> = { LL: 0, HL: 1, LH: 1, HH: 2 }
/** Luminance and colour differences to colours (G.3.2). */
const [RED, GREEN_OF_BLUE, GREEN_OF_RED, BLUE] = [1.402, 0.344136, 0.714136, 1.772]

/** A tile whose packets were read. */
export class TilePicture {
  readonly #codestream: Codestream
  readonly #tile: SampleArea
  readonly #work: PixelWork
  readonly #components: readonly (readonly Resolution[])[]

  /** @param tile In samples of the picture. */
  constructor(codestream: Codestream, index: number, tile: SampleArea, work: PixelWork) {
    const { size, style, tiles } = codestream
    this.#codestream = codestream
    this.#tile = tile
    this.#work = work
    this.#components = Array.from({ length: size.components }, () => layOutComponent(tile, style, work))
    const [first, ...others] = tiles[index] ?? []
    const packets = first === undefined || others.length > 0 ? concatBytes(tiles[index] ?? []) : first
    readPackets(packets, this.#components, style, work)
  }

  /**
   * Writes what the tile has of a part.
   *
   * @param part In samples of the smaller picture.
   */
  paint(samples: Uint8Array, part: SampleArea, halvings: number): void {
    const { style, size } = this.#codestream
    const wanted = intersect(part, reduceArea(this.#tile, halvings))
    if (wanted.x0 >= wanted.x1 || wanted.y0 >= wanted.y1) return
    const planes = this.#components.map((resolutions, i) => {
      const quantization = this.#codestream.quantization[i] as Quantization
      return this.#make(resolutions, quantization, style.levels - halvings, wanted)
    })
    if (style.isMixed && planes.length >= 3) unmix(planes, style.isReversible)
    const [middle, highest] = [2 ** (size.depth - 1), 2 ** size.depth - 1]
    planes.forEach(({ area, data }, i) => {
      for (let y = wanted.y0; y < wanted.y1; y++) {
        let from = (y - area.y0) * (area.x1 - area.x0) + wanted.x0 - area.x0
        let to = ((y - part.y0) * (part.x1 - part.x0) + wanted.x0 - part.x0) * planes.length + i
        for (let x = wanted.x0; x < wanted.x1; x++, from++, to += planes.length) {
          const value = Math.min(highest, Math.max(0, (data[from] as number) + middle))
          samples[to] = Math.round((value * 255) / highest)
        }
      }
    })
  }

  /** The values of a part of a resolution, with some around it. */
  #make(resolutions: readonly Resolution[], quantization: Quantization, r: number, wanted: SampleArea): Values {
    const resolution = resolutions[r] as Resolution
    const { isReversible } = this.#codestream.style
    if (r === 0) return this.#readBand(resolution.bands[0] as Subband, quantization, wanted)
    const area = areaToMake(wanted, resolution)
    this.#work.spend((area.x1 - area.x0) * (area.y1 - area.y0))
    const bands = new Map<BandKind, Values>()
    bands.set('LL', cut(this.#make(resolutions, quantization, r - 1, areaInBand(area, 'LL')), areaInBand(area, 'LL')))
    for (const band of resolution.bands) {
      bands.set(band.kind, this.#readBand(band, quantization, areaInBand(area, band.kind)))
    }
    return joinBands(area, bands, isReversible)
  }

  /** The values of a part of a subband, as they were before they were divided (E.1). */
  #readBand(band: Subband, quantization: Quantization, area: SampleArea): Values {
    const [width, height] = [Math.max(0, area.x1 - area.x0), Math.max(0, area.y1 - area.y0)]
    const data = new Float32Array(width * height)
    const { style, size } = this.#codestream
    const { exponent, mantissa } = stepOf(quantization, band, style.levels)
    const planes = quantization.guardBits + exponent - 1
    const step = style.isReversible ? 1 : 2 ** (size.depth + GAINS[band.kind] - exponent) * (1 + mantissa / 2048)
    for (const block of band.blocks) {
      const shared = intersect(block, area)
      if (shared.x0 >= shared.x1 || shared.y0 >= shared.y1 || block.parts.length === 0) continue
      const stride = block.x1 - block.x0
      const passes = block.parts.reduce((sum, part) => sum + part.passes, 0)
      this.#work.spend(Math.ceil(PASS_WORK * passes * stride * (block.y1 - block.y0)))
      const values = decodeBlock(block, { kind: band.kind, planes, hasSegmentSymbols: style.hasSegmentSymbols })
      for (let y = shared.y0; y < shared.y1; y++) {
        let from = (y - block.y0) * stride + shared.x0 - block.x0
        let to = (y - area.y0) * width + shared.x0 - area.x0
        for (let x = shared.x0; x < shared.x1; x++, from++, to++) {
          const half = (values[from] as number) / 2
          data[to] = style.isReversible ? Math.trunc(half) : half * step
        }
      }
    }
    return { area, data }
  }
}

/** Where one step is given, the others follow from it (E-5). */
function stepOf({ steps, isDerived }: Quantization, { index, level }: Subband, levels: number) {
  const step = steps[isDerived ? 0 : index] ?? { exponent: 0, mantissa: 0 }
  return isDerived ? { ...step, exponent: step.exponent - levels + level } : step
}

function cut({ area, data }: Values, wanted: SampleArea): Values {
  const [stride, width] = [area.x1 - area.x0, wanted.x1 - wanted.x0]
  if (stride === width && area.y0 === wanted.y0 && area.y1 === wanted.y1) return { area, data }
  const part = new Float32Array(width * (wanted.y1 - wanted.y0))
  for (let y = wanted.y0; y < wanted.y1; y++) {
    const from = (y - area.y0) * stride + wanted.x0 - area.x0
    part.set(data.subarray(from, from + width), (y - wanted.y0) * width)
  }
  return { area: wanted, data: part }
}

/** G.2 and G.3: colours that were coded as luminance and differences. */
function unmix(planes: readonly Values[], isReversible: boolean): void {
  const [luminance, blue, red] = planes.map(({ data }) => data) as [Float32Array, Float32Array, Float32Array]
  for (let i = 0; i < luminance.length; i++) {
    const [y, b, r] = [luminance[i] as number, blue[i] as number, red[i] as number]
    const green = isReversible ? y - Math.floor((b + r) / 4) : y - GREEN_OF_BLUE * b - GREEN_OF_RED * r
    luminance[i] = isReversible ? r + green : y + RED * r
    blue[i] = green
    red[i] = isReversible ? b + green : y + BLUE * b
  }
}
