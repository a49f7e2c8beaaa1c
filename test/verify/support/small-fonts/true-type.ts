/**
 * A TrueType font of a few glyphs (ISO/IEC 14496-22).
 *
 * @module
 */

import { bytesOf } from '../notation.js'
import { bigEndian, extentOf, type SmallGlyph } from './small-font.js'

/** What may be odd about the font as a whole. */
export interface TrueTypeOptions {
  readonly unitsPerEm?: number
  /** Maps from codes to glyphs by platform and encoding; codes from 97 to the glyphs from 1 unless told. */
  readonly maps?: readonly {
    readonly id: readonly [number, number]
    readonly codes: Readonly<Record<number, number>>
  }[]
  /** Bytes of glyphs that replace those made of contours, by their numbers. */
  readonly raw?: Readonly<Record<number, Uint8Array>>
  readonly version?: number
  /** Tables in the place of its own, or none. */
  readonly tables?: Readonly<Record<string, Uint8Array | undefined>>
  /** Tables that come behind those of the same name. */
  readonly twins?: Readonly<Record<string, Uint8Array>>
}

const ON_CURVE = 1

/** The file; the first glyph is .notdef. */
export function writeTrueType(glyphs: readonly SmallGlyph[], options: TrueTypeOptions = {}): Uint8Array {
  const outlines = glyphs.map((glyph, i) => padded(options.raw?.[i] ?? outlineOf(glyph)))
  let end = 0
  const offsets = [end, ...outlines.map((one) => (end += one.length))]
  const codes = Object.fromEntries(glyphs.slice(1).map((_, i) => [97 + i, i + 1]))
  const maps = options.maps ?? [{ id: [1, 0] as const, codes }]
  const own: Record<string, Uint8Array> = {
    cmap: characterMaps(maps),
    glyf: bytesOf(...outlines),
    head: headOf(options.unitsPerEm ?? 1000),
    hhea: bytesOf(bigEndian(4, 0x10000), bigEndian(2, 900, -200, 0, 2000, ...Array(10).fill(0), 0, glyphs.length)),
    hmtx: bytesOf(...glyphs.map((glyph) => bigEndian(2, glyph.width, glyph.bearing ?? extentOf(glyph)[0]))),
    loca: bigEndian(4, ...offsets),
    maxp: bytesOf(bigEndian(4, 0x10000), bigEndian(2, glyphs.length, 64, 16, 64, 16, 2, 0, 0, 0, 0, 0, 0, 8, 4)),
    post: bytesOf(bigEndian(4, 0x30000), new Uint8Array(28)),
  }
  const { tables = {}, twins = {}, version = 0x10000 } = options
  const all = Object.entries({ ...own, ...tables }).sort(([one], [other]) => (one < other ? -1 : 1))
  const listed = all.flatMap(([name, table]) => {
    const both = [table, twins[name]].filter((one) => one !== undefined)
    return both.map((one) => [name, one] as const)
  })
  return fileOf(listed, version)
}

function headOf(unitsPerEm: number): Uint8Array {
  const start = bytesOf(bigEndian(4, 0x10000, 0x10000, 0, 0x5f0f3cf5), bigEndian(2, 3, unitsPerEm), new Uint8Array(16))
  return bytesOf(start, bigEndian(2, 0, 0, 1000, 1000, 0, 8, 2, 1, 0))
}

function outlineOf(glyph: SmallGlyph): Uint8Array {
  if (glyph.contours.length === 0) return new Uint8Array()
  const corners = glyph.contours.flat()
  let last = -1
  const ends = glyph.contours.map((contour) => (last += contour.length))
  const steps = (axis: 0 | 1) =>
    corners.map((corner, i) => corner[axis] - (i === 0 ? 0 : (corners[i - 1] ?? corner)[axis]))
  return bytesOf(
    bigEndian(2, glyph.contours.length, ...extentOf(glyph), ...ends, 0),
    bigEndian(1, ...corners.map(() => ON_CURVE)),
    bigEndian(2, ...steps(0), ...steps(1)),
  )
}

const padded = (bytes: Uint8Array) => bytesOf(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4))

function characterMaps(maps: NonNullable<TrueTypeOptions['maps']>): Uint8Array {
  const tables = maps.map(({ codes }) => format4(codes))
  let at = 4 + 8 * maps.length
  const records = maps.map(({ id }, i) => {
    const record = bytesOf(bigEndian(2, ...id), bigEndian(4, at))
    at += tables[i]?.length ?? 0
    return record
  })
  return bytesOf(bigEndian(2, 0, maps.length), ...records, ...tables)
}

/** One segment for each code. */
function format4(codes: Readonly<Record<number, number>>): Uint8Array {
  const pairs: [number, number][] = [...Object.entries(codes).map(([code, glyph]): [number, number] => [+code, glyph])]
  pairs.sort(([a], [b]) => a - b)
  pairs.push([0xffff, 0])
  const all = pairs.map(([code]) => code)
  const deltas = pairs.map(([code, glyph]) => glyph - code)
  const body = bigEndian(2, 2 * pairs.length, 0, 0, 0, ...all, 0, ...all, ...deltas, ...pairs.map(() => 0))
  return bytesOf(bigEndian(2, 4, 6 + body.length, 0), body)
}

function fileOf(tables: readonly (readonly [name: string, table: Uint8Array])[], version: number): Uint8Array {
  let at = 12 + 16 * tables.length
  const records: Uint8Array[] = []
  const parts: Uint8Array[] = []
  for (const [name, table] of tables) {
    records.push(bytesOf(name, bigEndian(4, 0, at, table.length)))
    parts.push(padded(table))
    at += padded(table).length
  }
  return bytesOf(bigEndian(4, version), bigEndian(2, tables.length, 0, 0, 0), ...records, ...parts)
}
