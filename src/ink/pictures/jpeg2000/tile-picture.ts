/**
 * One tile of a JPEG 2000 picture: its packets, its values and its samples (ITU-T T.800, Annexes E to G). To double the size of a
 * picture, low and high frequencies are interleaved, and each value is corrected by its neighbours in a few steps. Only the
 * requested part is computed.
 *
 * @module
 */

import { concatBytes } from '../../../bytes.js'
import type { PixelWork } from '../decoding.js'
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

/** Values of a part of a resolution or a subband, row by row. */
interface Values {
  readonly area: SampleArea
  readonly data: Float32Array
}

/** How far beyond a part its values depend on others: filters have up to four steps. */
const REACH = 4
/** Inverse lifting steps of the irreversible filter, the last forward step first (F.3.8.2). */
const STEPS = [-0.443506852043971, -0.882911075530934, 0.052980118572961, 1.586134342059924] as const
/** Factor of the low frequencies in the irreversible filter. */
const LOW_FACTOR = 1.230174104914001

/** A step that adds a share of the neighbours' sum to every second value. */
interface LiftingStep {
  readonly factor: number
  /** Only for integers: an offset that is added to the product before rounding down, and the factor of the result. */
  readonly rounding?: { readonly offset: number; readonly times: 1 | -1 }
}

/** Steps for even and odd positions in turn. */
const REVERSIBLE: readonly LiftingStep[] = [
  { factor: 0.25, rounding: { offset: 0.5, times: -1 } },
  { factor: 0.5, rounding: { offset: 0, times: 1 } },
]
const IRREVERSIBLE: readonly LiftingStep[] = STEPS.map((factor) => ({ factor }))

/** The part of a resolution that is needed to compute another part of it. */
function areaToMake(wanted: SampleArea, resolution: SampleArea): SampleArea {
  const { x0, y0, x1, y1 } = wanted
  return intersect(resolution, { x0: x0 - REACH, y0: y0 - REACH, x1: x1 + REACH, y1: y1 + REACH })
}

/** The part of a subband that is needed for a part of the resolution; LL is the next smaller resolution. */
function areaInBand({ x0, y0, x1, y1 }: SampleArea, kind: BandKind): SampleArea {
  const across = kind === 'HL' || kind === 'HH' ? Math.floor : Math.ceil
  const down = kind === 'LH' || kind === 'HH' ? Math.floor : Math.ceil
  return { x0: across(x0 / 2), y0: down(y0 / 2), x1: across(x1 / 2), y1: down(y1 / 2) }
}

/** Computes a part of a resolution from the parts of its subbands. */
function joinBands(area: SampleArea, bands: ReadonlyMap<BandKind, Values>, isReversible: boolean): Values {
  const [width, height] = [area.x1 - area.x0, area.y1 - area.y0]
  const data = new Float32Array(width * height)
  const [across, down] = [factorsOf(width, isReversible), factorsOf(height, isReversible)]
  for (const [kind, values] of bands) {
    const isHighAcross = kind === 'HL' || kind === 'HH'
    const isHighDown = kind === 'LH' || kind === 'HH'
    const factor = across[isHighAcross ? 1 : 0] * down[isHighDown ? 1 : 0]
    spread(values, { area, data }, [isHighAcross ? 1 : 0, isHighDown ? 1 : 0], factor)
  }
  const steps = isReversible ? REVERSIBLE : IRREVERSIBLE
  steps.forEach((step, i) => {
    if (width > 1) liftAcross(data, [width, height], (area.x0 + i) & 1, step)
  })
  steps.forEach((step, i) => {
    if (height > 1) liftDown(data, [width, height], (area.y0 + i) & 1, step)
  })
  return { area, data }
}

/** Factors of low and high frequencies. A single value has no neighbours; only a high one is halved (F.3.6). */
function factorsOf(length: number, isReversible: boolean): readonly [low: number, high: number] {
  if (length === 1) return [1, 0.5]
  return isReversible ? [1, 1] : [LOW_FACTOR, 1 / LOW_FACTOR]
}

/** Writes the values of a subband to their even or odd positions. */
function spread(
  { area: from, data: values }: Values,
  { area, data }: Values,
  [right, below]: readonly [number, number],
  factor: number,
): void {
  const [stride, width] = [area.x1 - area.x0, from.x1 - from.x0]
  for (let y = from.y0, at = 0; y < from.y1; y++) {
    let to = (2 * y + below - area.y0) * stride + 2 * from.x0 + right - area.x0
    for (let x = 0; x < width; x++, at++, to += 2) data[to] = factor * (values[at] ?? 0)
  }
}

/** Applies lifting steps to rows. Beyond the ends, values are mirrored (F.3.7). */
function liftAcross(
  data: Float32Array,
  [width, height]: readonly [number, number],
  first: number,
  { factor, rounding }: LiftingStep,
): void {
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = first; x < width; x += 2) {
      const before = data[row + (x > 0 ? x - 1 : 1)] ?? 0
      const behind = data[row + (x + 1 < width ? x + 1 : x - 1)] ?? 0
      const change = factor * (before + behind)
      const at = row + x
      data[at] =
        (data[at] ?? 0) + (rounding === undefined ? change : rounding.times * Math.floor(change + rounding.offset))
    }
  }
}

function liftDown(
  data: Float32Array,
  [width, height]: readonly [number, number],
  first: number,
  { factor, rounding }: LiftingStep,
): void {
  for (let y = first; y < height; y += 2) {
    const above = (y > 0 ? y - 1 : 1) * width
    const below = (y + 1 < height ? y + 1 : y - 1) * width
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const change = factor * ((data[above + x] ?? 0) + (data[below + x] ?? 0))
      data[at] =
        (data[at] ?? 0) + (rounding === undefined ? change : rounding.times * Math.floor(change + rounding.offset))
    }
  }
}

/** Cost of each pass over a value of a code-block, in decoded pixels of other pictures. */
const PASS_WORK = 1.5
/** Exponents of two by which the transformation enlarges the values of a subband (Table E.1). */
const GAINS: Readonly<Record<BandKind, number>> = { LL: 0, HL: 1, LH: 1, HH: 2 }
/** Factors that convert luminance and colour differences to colours (G.3.2). */
const [RED, GREEN_OF_BLUE, GREEN_OF_RED, BLUE] = [1.402, 0.344136, 0.714136, 1.772]

/** A tile whose packets were read. */
export class TilePicture {
  readonly #codestream: Codestream
  readonly #tile: SampleArea
  readonly #work: PixelWork
  readonly #components: readonly (readonly Resolution[])[]

  /** @param tile Area in samples of the picture. */
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
   * Writes the tile's share of a part.
   *
   * @param part Area in samples of the reduced picture.
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
          const value = Math.min(highest, Math.max(0, (data[from] ?? 0) + middle))
          samples[to] = Math.round((value * 255) / highest)
        }
      }
    })
  }

  /** The values of a part of a resolution, with a margin. */
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

  /** The dequantized values of a part of a subband (E.1). */
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
          const half = (values[from] ?? 0) / 2
          data[to] = style.isReversible ? Math.trunc(half) : half * step
        }
      }
    }
    return { area, data }
  }
}

/** The step of a subband. If only one is given, the others are derived from it (equation E-5). */
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

/** Converts luminance and colour differences to colours (G.2 and G.3). */
function unmix(planes: readonly Values[], isReversible: boolean): void {
  const [luminance, blue, red] = planes.map(({ data }) => data) as [Float32Array, Float32Array, Float32Array]
  for (let i = 0; i < luminance.length; i++) {
    const [y, b, r] = [luminance[i] ?? 0, blue[i] ?? 0, red[i] ?? 0]
    const green = isReversible ? y - Math.floor((b + r) / 4) : y - GREEN_OF_BLUE * b - GREEN_OF_RED * r
    luminance[i] = isReversible ? r + green : y + RED * r
    blue[i] = green
    red[i] = isReversible ? b + green : y + BLUE * b
  }
}
