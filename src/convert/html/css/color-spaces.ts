/**
 * Conversion of perceptual colour spaces to and from sRGB (CSS Color Module Level 4, 9, 10 and 18).
 *
 * @module
 */

/** Three channels: of sRGB from 0 to 1, beyond where a colour cannot be shown. */
export type Channels = readonly [number, number, number]

type Matrix = readonly [Channels, Channels, Channels]

/** From the cone responses of OKLab to linear sRGB, and from OKLab to the cube roots of those responses. */
const OKLAB_TO_CONES: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const CONES_TO_LINEAR: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]
const LINEAR_TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const CONES_TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
/** CIE XYZ with the white of print (D50) to linear sRGB, the adaptation of the white included. */
const D50_TO_LINEAR: Matrix = [
  [3.1341359, -1.6173863, -0.4906619],
  [-0.978795, 1.9162545, 0.0334427],
  [0.0719553, -0.2289768, 1.4053851],
]
/** CIE XYZ of the white of print. */
const D50_WHITE: Channels = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
/** Linear Display P3 to linear sRGB. */
const P3_TO_LINEAR: Matrix = [
  [1.2249401763, -0.2249401763, 0],
  [-0.0420569547, 1.0420569547, 0],
  [-0.0196375546, -0.0786360456, 1.0982736001],
]

/** OKLab, its lightness from 0 to 1. */
export function oklabToRgb(color: Channels): Channels {
  const cones = map(multiply(OKLAB_TO_CONES, color), (value) => value ** 3)
  return map(multiply(CONES_TO_LINEAR, cones), encode)
}

/** The OKLab of a colour of sRGB. */
export function rgbToOklab(color: Channels): Channels {
  return multiply(CONES_TO_OKLAB, map(multiply(LINEAR_TO_CONES, map(color, decode)), Math.cbrt))
}

/** CIE Lab with the white of print, its lightness from 0 to 100. */
export function labToRgb([lightness, a, b]: Channels): Channels {
  const y = (lightness + 16) / 116
  const relative: Channels = [y + a / 500, y, y - b / 200]
  const xyz = map(relative, (value, index) => {
    const cube = value ** 3
    // CIE 15: below a threshold the cube gives way to a straight line.
    return (cube > 216 / 24389 ? cube : (116 * value - 16) / (24389 / 27)) * (D50_WHITE[index] ?? 1)
  })
  return map(multiply(D50_TO_LINEAR, xyz), encode)
}

/** Display P3, from 0 to 1. */
export function displayP3ToRgb(color: Channels): Channels {
  return map(multiply(P3_TO_LINEAR, map(color, decode)), encode)
}

/** The two axes of a colour that is given by its chroma and its hue, the hue in turns. */
export function polarToAxes(chroma: number, hue: number): readonly [number, number] {
  const angle = hue * 2 * Math.PI
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

function multiply(matrix: Matrix, [x, y, z]: Channels): Channels {
  return map([0, 0, 0], (_, index) => {
    const [a, b, c] = matrix[index] ?? [0, 0, 0]
    return a * x + b * y + c * z
  })
}

function map([a, b, c]: Channels, change: (value: number, index: number) => number): Channels {
  return [change(a, 0), change(b, 1), change(c, 2)]
}

/** The transfer function of sRGB (IEC 61966-2-1), for values below zero too. */
function encode(value: number): number {
  const size = Math.abs(value)
  return Math.sign(value) * (size <= 0.0031308 ? 12.92 * size : 1.055 * size ** (1 / 2.4) - 0.055)
}

function decode(value: number): number {
  const size = Math.abs(value)
  return Math.sign(value) * (size <= 0.04045 ? size / 12.92 : ((size + 0.055) / 1.055) ** 2.4)
}
