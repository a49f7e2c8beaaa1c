/**
 * Windows metafiles, plain and enhanced.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { VectorImage } from '../../../src/typeset/images/image.js'
import { readImage } from '../../../src/typeset/images/read-image.js'

function vector(bytes: Uint8Array): VectorImage {
  const image = readImage(bytes)
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
