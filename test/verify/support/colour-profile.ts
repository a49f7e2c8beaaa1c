/**
 * Colour profiles (ISO 15076-1) as small as they may be.
 *
 * @module
 */

/** A curve from what a file says to light, as a table of 16 bits. */
type Table = readonly number[]

const u32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
const u16 = (value: number) => [value >> 8, value & 255]
const fixed = (value: number) => u32(Math.round(value * 65536) >>> 0)
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0))
const zeros = (count: number) => new Array<number>(count).fill(0)

const xyz = (x: number, y: number, z: number) => [...text('XYZ '), ...zeros(4), ...fixed(x), ...fixed(y), ...fixed(z)]
const curve = (table: Table) => [...text('curv'), ...zeros(4), ...u32(table.length), ...table.flatMap(u16)]

type Tag = readonly [name: string, body: readonly number[]]

const COMMON_TAGS: readonly Tag[] = [
  ['desc', [...text('desc'), ...zeros(4), ...u32(2), ...text('x'), ...zeros(79)]],
  ['cprt', [...text('text'), ...zeros(4), ...text('x'), ...zeros(3)]],
  ['wtpt', xyz(0.9642, 1, 0.8249)],
]

/** A profile of red, green and blue with the colours of sRGB and curves of one's own. */
export function rgbProfile(table: Table): Uint8Array {
  return lightsProfile(curve(table))
}

/** The same with curves of numbers, by the number of their type (10.18, table 68). */
export function parametricProfile(type: number, parameters: readonly number[]): Uint8Array {
  return lightsProfile([...text('para'), ...zeros(4), ...u16(type), ...zeros(2), ...parameters.flatMap(fixed)])
}

function lightsProfile(body: readonly number[]): Uint8Array {
  return profileOf('mntr', 'RGB ', 'XYZ ', [
    ...COMMON_TAGS,
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ['rTRC', body],
    ['gTRC', body],
    ['bTRC', body],
  ])
}

function profileOf(device: string, space: string, connection: string, tags: readonly Tag[]): Uint8Array {
  const list = [...u32(tags.length)]
  const data: number[] = []
  const start = 128 + 4 + 12 * tags.length
  for (const [name, body] of tags) {
    list.push(...text(name), ...u32(start + data.length), ...u32(body.length))
    data.push(...body, ...zeros((4 - (body.length % 4)) % 4))
  }
  const kinds = [...text(device), ...text(space), ...text(connection)]
  const date = [2000, 1, 1, 0, 0, 0].flatMap(u16)
  const head = [...u32(start + data.length), ...text('lcms'), 2, 0x40, 0, 0, ...kinds, ...date, ...text('acsp')]
  const light = [...zeros(28), ...fixed(0.9642), ...fixed(1), ...fixed(0.8249)]
  return Uint8Array.from([...head, ...light, ...zeros(128 - head.length - light.length), ...list, ...data])
}

/** What is white in the file is black by this profile, and the other way round. */
export function invertingProfile(): Uint8Array {
  return rgbProfile([65535, 0])
}

/** L*, a* and b* of a corner: each component is 0 or 1. */
export type LabOf = (corner: readonly number[]) => readonly [number, number, number]

/**
 * A profile that gives the colours of all corners by a table (ISO 15076-1, 10.10).
 *
 * @param otherwise Those of its second table, for another purpose; the same unless told.
 */
export function tableProfile(space: 'RGB ' | 'CMYK' | 'GRAY', labOf: LabOf, otherwise = labOf): Uint8Array {
  const count = { 'RGB ': 3, CMYK: 4, GRAY: 1 }[space]
  const tags = [labOf, otherwise].map((each, i): Tag => [`A2B${i}`, lutOf(count, each)])
  return profileOf('prtr', space, 'Lab ', [...COMMON_TAGS, ...tags])
}

function lutOf(count: number, labOf: LabOf): number[] {
  const ramp = [0, 65535].flatMap(u16)
  const corners = Array.from({ length: 2 ** count }, (_, corner) => {
    // The last component runs first.
    const [l, a, b] = labOf(Array.from({ length: count }, (_, i) => (corner >> (count - 1 - i)) & 1))
    return [(l / 100) * 0xff00, (a + 128) * 256, (b + 128) * 256].map(Math.round)
  })
  const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
  const head = [...text('mft2'), ...zeros(4), count, 3, 2, 0, ...unit, ...u16(2), ...u16(2)]
  const curves = Array.from({ length: count }, () => ramp).flat()
  return [...head, ...curves, ...corners.flat().flatMap(u16), ...ramp, ...ramp, ...ramp]
}
