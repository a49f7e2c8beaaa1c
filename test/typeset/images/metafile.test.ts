/**
 * Windows metafiles, plain and enhanced.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FontLibrary } from '../../../src/typeset/fonts/font-face.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import type { VectorImage } from '../../../src/typeset/images/image.js'
import { readImage } from '../../../src/typeset/images/read-image.js'

function vector(bytes: Uint8Array, fonts?: FontLibrary): VectorImage {
  const image = readImage(bytes, { fonts })
  if (image.kind !== 'vector') throw new Error(`It is a ${image.kind}.`)
  return image
}

/** A WMF record: its size in words, its function and its parameters. */
function wmfRecord(type: number, ...words: number[]): number[] {
  const size = 3 + words.length
  return [size, 0, type, ...words].flatMap((word) => [word & 0xff, (word >> 8) & 0xff])
}

/** A placeable metafile of 100 by 50 units, 1440 to the inch. */
function wmf(...records: number[][]): Uint8Array {
  const placeable = [0xcdd7, 0x9ac6, 0, 0, 0, 100, 50, 1440, 0, 0, 0].flatMap((word) => [word & 0xff, word >> 8])
  const header = [1, 9, 0x300, 0, 0, 0, 0, 0, 0].flatMap((word) => [word & 0xff, word >> 8])
  return Uint8Array.from([...placeable, ...header, ...records.flat(), ...wmfRecord(0)])
}

/** An EMF record of 32-bit values. */
function emfRecord(type: number, ...values: number[]): number[] {
  const bytes = Buffer.alloc(8 + 4 * values.length)
  bytes.writeUInt32LE(type, 0)
  bytes.writeUInt32LE(bytes.length, 4)
  values.forEach((value, index) => {
    bytes.writeInt32LE(value | 0, 8 + 4 * index)
  })
  return [...bytes]
}

/** A metafile of 25.4 by 25.4 mm on a device with 10 pixels to the millimetre. */
function emf(...records: number[][]): Uint8Array {
  const header = emfRecord(
    1,
    0,
    0,
    253,
    253,
    0,
    0,
    2540,
    2540,
    0x464d4520,
    0x10000,
    0,
    0,
    0,
    0,
    0,
    0,
    1000,
    1000,
    100,
    100,
  )
  return Uint8Array.from([...header, ...records.flat(), ...emfRecord(14, 0, 0, 20)])
}

describe('WMF', () => {
  it('draws with its pens and brushes in its window', () => {
    const image = vector(
      wmf(
        wmfRecord(0x020b, 0, 0),
        wmfRecord(0x020c, 500, 1000),
        wmfRecord(0x02fc, 0, 0x00ff, 0x0000, 0),
        wmfRecord(0x02fa, 5, 0, 0, 0, 0),
        wmfRecord(0x012d, 0),
        wmfRecord(0x012d, 1),
        wmfRecord(0x041b, 100, 200, 0, 0),
      ),
    )
    expect(image).toMatchObject({ width: 100, height: 50 })
    expect(image.items).toHaveLength(1)
    expect(image.items[0]).toMatchObject({
      kind: 'path',
      fill: { type: 'solid', color: 'FF0000' },
      commands: [{ x: 0, y: 0 }, { x: 20, y: 0 }, { x: 20, y: 10 }, { x: 0, y: 10 }, { op: 'Z' }],
    })
    expect(image.items[0]).not.toHaveProperty('line')
  })

  it.each([0, 1, 2, 160])('shows codes of Symbol and MT Extra as symbols with the charset %i', (charset) => {
    const fonts = createFontLibrary()
    // A font of 12 units and the text of one byte at 10, 20.
    const shown = (family: string, code: number) => {
      const name = [...`${family}\0\0`].map((letter) => letter.charCodeAt(0))
      const words = Array.from(
        { length: name.length >> 1 },
        (_, i) => (name[2 * i] ?? 0) + ((name[2 * i + 1] ?? 0) << 8),
      )
      const font = wmfRecord(0x02fb, -12, 0, 0, 0, 400, 0, charset << 8, 0, 0, ...words)
      const { items } = vector(wmf(font, wmfRecord(0x012d, 0), wmfRecord(0x0521, 1, code, 20, 10)), fonts)
      const item = items
        .flatMap((each) => (each.kind === 'group' ? each.items : [each]))
        .find(({ kind }) => kind === 'glyphs')
      if (item?.kind !== 'glyphs') throw new Error('no text')
      return { glyph: item.glyphs[0], face: item.face }
    }
    for (const [family, code, character] of [
      ['Symbol', 0xce, '∈'],
      ['MT Extra', 0x26, '˙'],
    ] as const) {
      const { glyph, face } = shown(family, code)
      expect(glyph).toBe(face.glyphOf(character.codePointAt(0) ?? 0))
    }
    const letter = shown('Arial', 0xce)
    expect(letter.glyph).toBe(charset === 2 ? letter.glyph : letter.face.glyphOf(0xce))
  })

  it('passes over records that are damaged or unknown', () => {
    const image = vector(
      wmf(wmfRecord(0x0325, 5000, 1, 2), wmfRecord(0x0324), wmfRecord(0x7777, 1), wmfRecord(0x012d, 99)),
    )
    expect(image.items.length).toBeLessThanOrEqual(1)
  })
})

describe('EMF', () => {
  it('draws paths, moved by the world transform', () => {
    const float = (value: number) => new DataView(Float32Array.of(value).buffer).getInt32(0, true)
    const image = vector(
      emf(
        emfRecord(35, float(1), float(0), float(0), float(1), float(10), float(0)),
        emfRecord(59),
        emfRecord(27, 0, 0),
        emfRecord(54, 100, 0),
        emfRecord(54, 100, 100),
        emfRecord(61),
        emfRecord(60),
        emfRecord(62, 0, 0, 0, 0),
      ),
    )
    expect(image.width).toBeCloseTo(1440)
    const [item] = image.items
    if (item?.kind !== 'path') throw new Error('no path')
    expect(item.commands.map((command) => command.op)).toEqual(['M', 'L', 'L', 'Z'])
    const [start, corner] = item.commands
    // One pixel is a tenth of a millimetre: 5.67 twips.
    expect(start).toMatchObject({ x: expect.closeTo(56.7, 1), y: 0 })
    expect(corner).toMatchObject({ x: expect.closeTo(623.6, 1), y: 0 })
    expect(item.fill).toMatchObject({ color: 'FFFFFF' })
  })

  it('cuts to its clipping rectangles, also after they are restored', () => {
    const line = [emfRecord(27, 0, 0), emfRecord(54, 10, 10)]
    const image = vector(emf(emfRecord(33), emfRecord(30, 0, 0, 50, 50), ...line, emfRecord(34, -1), ...line))
    expect(image.items.map((item) => item.kind)).toEqual(['group', 'path'])
  })

  it('survives any bytes after its header', () => {
    const whole = emf(emfRecord(8, 0, 0, 9, 9, 0x7fffffff, 0x7fffffff, 4, 4), emfRecord(81, 1, 2, 3), emfRecord(84, 1))
    expect(vector(whole).items).toEqual([])
    for (let cut = 88; cut < whole.length; cut += 5) expect(() => vector(whole.subarray(0, cut))).not.toThrow()
  })
})
