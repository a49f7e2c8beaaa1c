/**
 * From subbands to a picture twice as large each way (ITU-T T.800, Annex F): low and high frequencies take turns, and each is
 * corrected by its neighbours in a few steps. Only a part of the picture is made.
 *
 * @module
 */
import { type BandKind, intersect, type SampleArea } from './tile-layout.js'

/** Values of a part of a resolution or a subband, row by row. */
export interface Values {
  readonly area: SampleArea
  readonly data: Float32Array
}

/** So far beyond a part its own values depend on others: the filters have up to four steps. */
const REACH = 4
/** The steps back of the irreversible filter, the last one forward first (F.3.8.2), and what low frequencies are multiplied by. */
const STEPS = [-0.443506852043971, -0.882911075530934, 0.052980118572961, 1.586134342059924] as const
const LOW_FACTOR = 1.230174104914001

/** A step that adds a share of the neighbours' sum to every second value. */
interface LiftingStep {
  readonly factor: number
  /** For whole numbers: what is added to the product before it is rounded down, and how often the result is added. */
  readonly rounding?: { readonly offset: number; readonly times: 1 | -1 }
}

/** Steps for even and odd places in turns. */
const REVERSIBLE: readonly LiftingStep[] = [
  { factor: 0.25, rounding: { offset: 0.5, times: -1 } },
  { factor: 0.5, rounding: { offset: 0, times: 1 } },
]
const IRREVERSIBLE: readonly LiftingStep[] = STEPS.map((factor) => ({ factor }))

/** The part of a resolution that is made where another is wanted. */
export function areaToMake(wanted: SampleArea, resolution: SampleArea): SampleArea {
  const { x0, y0, x1, y1 } = wanted
  return intersect(resolution, { x0: x0 - REACH, y0: y0 - REACH, x1: x1 + REACH, y1: y1 + REACH })
}

/** The part of a subband that a part of the resolution is made of; LL is the next smaller resolution. */
export function areaInBand({ x0, y0, x1, y1 }: SampleArea, kind: BandKind): SampleArea {
  const across = kind === 'HL' || kind === 'HH' ? Math.floor : Math.ceil
  const down = kind === 'LH' || kind === 'HH' ? Math.floor : Math.ceil
  return { x0: across(x0 / 2), y0: down(y0 / 2), x1: across(x1 / 2), y1: down(y1 / 2) }
}

/** Makes a part of a resolution of those of its subbands. */
export function joinBands(area: SampleArea, bands: ReadonlyMap<BandKind, Values>, isReversible: boolean): Values {
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

/** What low and high frequencies are multiplied by. A single value has no neighbours: only a high one is halved (F.3.6). */
function factorsOf(length: number, isReversible: boolean): readonly [low: number, high: number] {
  if (length === 1) return [1, 0.5]
  return isReversible ? [1, 1] : [LOW_FACTOR, 1 / LOW_FACTOR]
}

/** Puts the values of a subband where they belong: at even or odd places. */
function spread(
  { area: from, data: values }: Values,
  { area, data }: Values,
  [right, below]: readonly [number, number],
  factor: number,
): void {
  const [stride, width] = [area.x1 - area.x0, from.x1 - from.x0]
  for (let y = from.y0, at = 0; y < from.y1; y++) {
    let to = (2 * y + below - area.y0) * stride + 2 * from.x0 + right - area.x0
    for (let x = 0; x < width; x++, at++, to += 2) data[to] = factor * (values[at] as number)
  }
}

/** Beyond the ends, values are those of a mirror (F.3.7). */
function liftAcross(
  data: Float32Array,
  [width, height]: readonly [number, number],
  first: number,
  { factor, rounding }: LiftingStep,
): void {
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = first; x < width; x += 2) {
      const before = data[row + (x > 0 ? x - 1 : 1)] as number
      const behind = data[row + (x + 1 < width ? x + 1 : x - 1)] as number
      const change = factor * (before + behind)
      const at = row + x
      data[at] =
        (data[at] as number) + (rounding === undefined ? change : rounding.times * Math.floor(change + rounding.offset))
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
      const change = factor * ((data[above + x] as number) + (data[below + x] as number))
      data[at] =
        (data[at] as number) + (rounding === undefined ? change : rounding.times * Math.floor(change + rounding.offset))
    }
  }
}
