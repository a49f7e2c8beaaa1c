/**
 * Sampled functions (ISO 32000-2, 7.10.2), interpolated linearly in every dimension.
 *
 * @module
 */
import { clamp } from '../../numbers.js'
import type { PdfStream } from '../../pdf/objects.js'
import { spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'
import { type Interval, interpolate, readIntervals } from '../content/intervals.js'
import { readNumbers } from '../content/read-matrix.js'

/** With n inputs 2^n samples are mixed. */
const MAX_INPUTS = 6
/** Tables for four inks with 17 steps each have 250 kB. */
const MAX_SAMPLE_BYTES = 4 * 1024 * 1024

interface Samples {
  readonly bytes: Uint8Array
  readonly bits: number
  /** Samples in each dimension. */
  readonly size: readonly number[]
  readonly outputs: number
}

/** The function of a stream of samples; `undefined` when it is malformed. */
export function readSampledFunction(
  source: ContentSource,
  stream: PdfStream,
  domain: readonly Interval[],
): ((inputs: readonly number[]) => number[]) | undefined {
  const { dict } = stream
  const range = readIntervals(source, dict.get('Range'))
  const size = readNumbers(source, dict.get('Size'), domain.length)
  const bits = source.lookupNumber(dict, 'BitsPerSample')
  const bytes = source.decode(stream, MAX_SAMPLE_BYTES)
  if (range === undefined || size === undefined || bits === undefined || bytes === undefined) return undefined
  const isSound = size.every((n) => Number.isInteger(n) && n > 0) && [1, 2, 4, 8, 12, 16, 24, 32].includes(bits)
  const count = size.reduce((product, n) => product * n, range.length)
  if (!isSound || domain.length > MAX_INPUTS || count * bits > bytes.length * 8) return undefined
  const encode = readIntervals(source, dict.get('Encode')) ?? size.map((n): Interval => [0, n - 1])
  const decode = readIntervals(source, dict.get('Decode')) ?? range
  if (encode.length < domain.length || decode.length < range.length) return undefined
  const samples: Samples = { bytes, bits, size, outputs: range.length }
  const full: Interval = [0, 2 ** bits - 1]
  const steps = 2 ** size.length * (size.length + range.length)
  return (inputs) => {
    if (!spend(source.budget, 'functionSteps', steps)) return []
    const place = domain.map((interval, i) => {
      const encoded = interpolate(inputs[i] ?? 0, interval, encode[i] as Interval)
      return clamp(encoded, 0, (size[i] as number) - 1)
    })
    return mix(samples, place).map((value, i) => interpolate(value, full, decode[i] as Interval))
  }
}

/** The weighted mean of the samples around a place. */
function mix(samples: Samples, place: readonly number[]): number[] {
  const { size, outputs } = samples
  const result = new Array<number>(outputs).fill(0)
  for (let corner = 0; corner < 2 ** place.length; corner++) {
    let weight = 1
    let index = 0
    let stride = 1
    for (let i = 0; i < place.length; i++) {
      const x = place[i] as number
      const low = Math.floor(x)
      const isHigh = ((corner >> i) & 1) === 1
      weight *= isHigh ? x - low : 1 - (x - low)
      index += Math.min(low + (isHigh ? 1 : 0), (size[i] as number) - 1) * stride
      stride *= size[i] as number
    }
    if (weight === 0) continue
    for (let j = 0; j < outputs; j++) (result[j] as number) += weight * sampleAt(samples, index * outputs + j)
  }
  return result
}

function sampleAt({ bytes, bits }: Samples, index: number): number {
  if (bits === 8) return bytes[index] as number
  let value = 0
  for (let bit = index * bits, rest = bits; rest > 0; ) {
    const take = Math.min(rest, 8 - (bit & 7))
    const chunk = ((bytes[bit >> 3] as number) >> (8 - (bit & 7) - take)) & ((1 << take) - 1)
    value = value * 2 ** take + chunk
    bit += take
    rest -= take
  }
  return value
}
