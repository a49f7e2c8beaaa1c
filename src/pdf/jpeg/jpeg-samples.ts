/**
 * From coefficients of blocks to samples (ITU-T T.81, A.3.3).
 *
 * @module
 */
import type { JpegComponent } from './jpeg-frame.js'

/** The samples of a component. */
export interface Plane {
  readonly stride: number
  readonly samples: Uint8ClampedArray
}

/** Row by row, where the coefficients in the order of the zigzag belong (figure 5). */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]
/** Half of the range of samples. */
const MIDDLE = 128

/** What each of eight waves has in each of eight places. */
const WAVES = Float64Array.from({ length: 64 }, (_, i) => {
  const [wave, place] = [i >> 3, i & 7]
  return (wave === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * place + 1) * wave * Math.PI) / 16)
})

/** @param inFull Otherwise one sample for each block, its mean. */
export function planeOf(component: JpegComponent, quantization: Uint16Array, inFull: boolean): Plane {
  const { blocksAcross, blocksDown, coefficients } = component
  if (!inFull) {
    const step = quantization[0] as number
    const means = Uint8ClampedArray.from({ length: blocksAcross * blocksDown }, (_, i) => {
      return MIDDLE + ((coefficients[64 * i] as number) * step) / 8
    })
    return { stride: blocksAcross, samples: means }
  }
  const stride = 8 * blocksAcross
  const samples = new Uint8ClampedArray(stride * 8 * blocksDown)
  const block = new Float64Array(64)
  for (let i = 0; i < blocksAcross * blocksDown; i++) {
    const hasWaves = readBlock(coefficients.subarray(64 * i, 64 * i + 64), quantization, block)
    const at = 8 * Math.floor(i / blocksAcross) * stride + 8 * (i % blocksAcross)
    if (hasWaves) transform(block)
    else block.fill((block[0] as number) / 8)
    for (let k = 0; k < 64; k++) samples[at + (k >> 3) * stride + (k & 7)] = MIDDLE + (block[k] as number)
  }
  return { stride, samples }
}

/** Undoes the quantization; true when a block is of more than one shade. */
function readBlock(coefficients: Int16Array, quantization: Uint16Array, block: Float64Array): boolean {
  let hasWaves = false
  for (let k = 0; k < 64; k++) {
    const value = (coefficients[k] as number) * (quantization[k] as number)
    block[ZIGZAG[k] as number] = value
    if (k > 0 && value !== 0) hasWaves = true
  }
  return hasWaves
}

const line = new Float64Array(8)

/** The inverse cosine transform, rows first. */
function transform(block: Float64Array): void {
  for (let row = 0; row < 8; row++) transformLine(block, 8 * row, 1)
  for (let column = 0; column < 8; column++) transformLine(block, column, 8)
}

function transformLine(block: Float64Array, start: number, step: number): void {
  for (let place = 0; place < 8; place++) {
    let sum = 0
    for (let wave = 0; wave < 8; wave++) {
      sum += (block[start + wave * step] as number) * (WAVES[8 * wave + place] as number)
    }
    line[place] = sum
  }
  for (let place = 0; place < 8; place++) block[start + place * step] = line[place] as number
}
