/**
 * JPEG pictures, compared with what a browser's decoder makes of them.
 *
 * @module
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeJpeg as decodePart, type JpegRequest } from '../../../src/ink/pictures/jpeg/decode-jpeg.js'
import { hasTool, runTool } from '../../support/tools.js'

const WHOLE = { x0: 0, y0: 0, x1: Number.POSITIVE_INFINITY, y1: Number.POSITIVE_INFINITY }

/** The picture as a whole and in full, unless told otherwise. */
function decodeJpeg(bytes: Uint8Array, request: Partial<JpegRequest> = {}) {
  return decodePart(bytes, { window: WHOLE, reduction: 1, ...request })
}

/** A picture with flat parts, slopes and edges in many colours. */
function paint(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const slope = context.createLinearGradient(0, 0, width, height)
  slope.addColorStop(0, '#fff8e0')
  slope.addColorStop(1, '#2040c0')
  context.fillStyle = slope
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  context.fillRect(width / 8, height / 8, width / 3, height / 5)
  context.fillStyle = '#e01010'
  context.fillRect(width / 2, height / 2, width / 4, height / 3)
  return canvas
}

/** Mean difference to what Skia reads from the same bytes, in steps of 255; averaged over squares of `side` samples. */
async function differenceTo(jpeg: Buffer, side: number, request: Partial<JpegRequest> = {}): Promise<number> {
  const own = decodeJpeg(new Uint8Array(jpeg), request)
  if (own === undefined) throw new Error('The picture was not read.')
  const image = await loadImage(jpeg)
  const canvas = createCanvas(own.width * side, own.height * side)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const channels = own.samples.length / (own.width * own.height)
  let sum = 0
  let count = 0
  // The last row and column of squares may reach beyond the picture.
  for (let y = 0; y < Math.floor(image.height / side); y++) {
    for (let x = 0; x < Math.floor(image.width / side); x++) {
      for (let channel = 0; channel < channels; channel++) {
        let mean = 0
        for (let i = 0; i < side * side; i++) {
          const at = (y * side + Math.floor(i / side)) * canvas.width + x * side + (i % side)
          mean += (data[4 * at + channel] ?? 0) / side ** 2
        }
        sum += Math.abs(mean - (own.samples[(y * own.width + x) * channels + channel] ?? 0))
        count++
      }
    }
  }
  return sum / count
}

describe('decodeJpeg', () => {
  it.each([40, 75, 95])('reads what Skia reads, at quality %i', async (quality) => {
    expect(await differenceTo(paint(133, 77).toBuffer('image/jpeg', quality), 1)).toBeLessThan(2)
  })

  it.each([2, 4, 8] as const)('gives one sample for %i by as many, as means', async (reduction) => {
    const jpeg = paint(1203, 901).toBuffer('image/jpeg', 90)
    expect(await differenceTo(jpeg, reduction, { reduction })).toBeLessThan(2)
  })

  it.each([1, 2, 4] as const)('gives a part of a picture as it is in the whole, one sample for %i', (reduction) => {
    const jpeg = new Uint8Array(paint(331, 205).toBuffer('image/jpeg', 80))
    const whole = decodeJpeg(jpeg, { reduction })
    const part = decodeJpeg(jpeg, { reduction, window: { x0: 100, y0: 50, x1: 190, y1: 120 } })
    if (whole === undefined || part === undefined) throw new Error('The picture was not read.')
    expect(part.left * reduction).toBeLessThanOrEqual(100)
    expect((part.left + part.width) * reduction).toBeGreaterThanOrEqual(190)
    expect(part.height).toBeLessThan(whole.height)
    for (let y = 0; y < part.height; y++) {
      const at = 3 * ((part.top + y) * whole.width + part.left)
      const row = part.samples.subarray(3 * y * part.width, 3 * (y + 1) * part.width)
      expect(row).toEqual(whole.samples.subarray(at, at + row.length))
    }
  })

  it('does not read what is damaged, and neither throws nor hangs', () => {
    const jpeg = new Uint8Array(paint(64, 48).toBuffer('image/jpeg', 80))
    expect(decodeJpeg(jpeg.subarray(0, 30))).toBeUndefined()
    expect(decodeJpeg(new Uint8Array(100))).toBeUndefined()
    expect(decodeJpeg(new Uint8Array())).toBeUndefined()
    for (let i = 0; i < jpeg.length; i++) {
      const mutant = jpeg.slice()
      mutant[i] = (mutant[i] ?? 0) ^ (1 << (i % 8))
      expect(() => decodeJpeg(mutant)).not.toThrow()
    }
  })

  it('reads no picture whose height is said again behind it, where viewers differ', () => {
    const jpeg = paint(64, 48).toBuffer('image/jpeg', 80)
    const lines = Buffer.from([0xff, 0xdc, 0, 4, 0, 24])
    const doubtful = Buffer.concat([jpeg.subarray(0, -2), lines, jpeg.subarray(-2)])
    expect(decodeJpeg(new Uint8Array(jpeg))).toBeDefined()
    expect(decodeJpeg(new Uint8Array(doubtful))).toBeUndefined()
  })

  it('reads no picture that claims more pixels than it may have', () => {
    const jpeg = new Uint8Array(paint(64, 48).toBuffer('image/jpeg', 80))
    const frame = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xc0)
    jpeg.set([0xff, 0xff, 0xff, 0xff], frame + 5)
    expect(decodeJpeg(jpeg)).toBeUndefined()
  })
})

describe('colours of three components', () => {
  const [SEGMENTS, NO_APPLICATION] = [0xda, 0xe]
  const adobe = (transform: number) => [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]
  const jfif = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]

  /** A picture of one colour with no markers of programs but these, and with these names of components. */
  function jpegOf(markers: readonly number[], names = '\u0001\u0002\u0003'): Uint8Array {
    const canvas = createCanvas(16, 16)
    canvas.getContext('2d').fillRect(0, 0, 16, 16)
    const bytes = [...canvas.toBuffer('image/jpeg')]
    const kept = bytes.slice(0, 2).concat(markers)
    for (let at = 2; at < bytes.length; ) {
      const [marker = 0, high = 0, low = 0] = bytes.slice(at + 1, at + 4)
      const end = marker === SEGMENTS ? bytes.length : at + 2 + 256 * high + low
      const segment = bytes.slice(at, end)
      const [first, step] = marker === SEGMENTS ? [5, 2] : [10, 3]
      if (marker === SEGMENTS || marker === 0xc0)
        for (let i = 0; i < 3; i++) segment[first + step * i] = names.charCodeAt(i)
      if (marker >> 4 !== NO_APPLICATION) kept.push(...segment)
      at = end
    }
    return Uint8Array.from(kept)
  }

  it.each([
    ['no marker', [], undefined, true],
    ['JFIF', jfif, undefined, true],
    ['Adobe, no conversion', adobe(0), undefined, true],
    ['Adobe, YCbCr, beside JFIF', [...jfif, ...adobe(1)], undefined, true],
    ['Adobe, no conversion, beside JFIF', [...jfif, ...adobe(0)], undefined, false],
    ['components R, G and B', [], 'RGB', false],
    ['components R, G and B, with Adobe', adobe(0), 'RGB', true],
  ])('are read where viewers agree on them: %s', (_, markers, names, isRead) => {
    expect(decodeJpeg(jpegOf(markers, names)) !== undefined).toBe(isRead)
  })

  it('come with the size of the whole picture', () => {
    expect(decodeJpeg(jpegOf([]), { window: { x0: 0, y0: 0, x1: 8, y1: 8 } })?.size).toEqual([16, 16])
  })
})

describe.skipIf(!hasTool('jpegtran') || !hasTool('cjpeg'))('a picture that is written another way', () => {
  let folder = ''
  let count = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sealwright-jpeg-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What a program writes of a picture. jpegtran keeps every coefficient. */
  async function rewrite(program: 'jpegtran' | 'cjpeg', bytes: Buffer, args: readonly string[]): Promise<Buffer> {
    const [from, to] = [join(folder, `${++count}.in`), join(folder, `${count}.jpg`)]
    await writeFile(from, bytes)
    await runTool(program, [...args, '-outfile', to, from])
    return readFile(to)
  }

  async function scansOf(lines: readonly string[]): Promise<string[]> {
    const file = join(folder, `${++count}.scans`)
    await writeFile(file, lines.join('\n'))
    return ['-scans', file]
  }

  /** A picture whose colours have fewer samples than its lightness. */
  async function sampled(sampling: string, ...more: readonly string[]): Promise<Buffer> {
    const canvas = paint(133, 77)
    const { data } = canvas.getContext('2d').getImageData(0, 0, 133, 77)
    const bitmap = Buffer.concat([Buffer.from('P6 133 77 255\n'), Buffer.from(data.filter((_, i) => i % 4 < 3))])
    return rewrite('cjpeg', bitmap, ['-quality', '85', '-sample', sampling, ...more])
  }

  const ONE_BY_ONE = ['0;', '1;', '2;']
  const BANDS = ['0,1,2: 0-0, 0, 0;', '0: 1-9, 0, 0;', '2: 1-63, 0, 0;', '1: 1-63, 0, 0;', '0: 10-63, 0, 0;']
  const BITS = [
    '0,1,2: 0-0, 0, 2;',
    ...[0, 1, 2].map((component) => `${component}: 1-63, 0, 2;`),
    ...[0, 1, 2].flatMap((component) => [`${component}: 1-63, 2, 1;`, `${component}: 1-63, 1, 0;`]),
    '0,1,2: 0-0, 2, 1;',
    '0,1,2: 0-0, 1, 0;',
  ]

  it.each<[name: string, args: readonly string[], scans?: readonly string[]]>([
    ['in scans that refine each other', ['-progressive']],
    ['in scans that refine each other, with marks to go on from', ['-progressive', '-restart', '3B']],
    ['with marks to go on from', ['-restart', '1B']],
    ['with marks after each row', ['-restart', '1']],
    ['with tables of its own', ['-optimize']],
    ['one component after the other', [], ONE_BY_ONE],
    ['one component after the other, with marks', ['-restart', '5B'], ONE_BY_ONE],
    ['in bands', [], BANDS],
    ['bit by bit', [], BITS],
    ['bit by bit, with marks', ['-restart', '7B'], BITS],
  ])('is the same to the last sample: %s', async (_, args, scans) => {
    for (const sampling of ['1x1', '2x1', '1x2', '2x2']) {
      const plain = await sampled(sampling)
      const written = await rewrite('jpegtran', plain, [...args, ...(scans === undefined ? [] : await scansOf(scans))])
      expect(written.equals(plain)).toBe(false)
      const expected = decodeJpeg(new Uint8Array(plain))
      expect(expected).toBeDefined()
      expect(decodeJpeg(new Uint8Array(written)), sampling).toEqual(expected)
      expect(decodeJpeg(new Uint8Array(written), { reduction: 4 })).toEqual(
        decodeJpeg(new Uint8Array(plain), { reduction: 4 }),
      )
    }
  })

  it('is what Skia reads, in grey and with few colours', async () => {
    for (const args of [['-progressive'], ['-progressive', '-grayscale'], ['-grayscale'], ['-restart', '2']]) {
      expect(await differenceTo(await sampled('2x2', ...args), 1), args.join(' ')).toBeLessThan(2)
    }
  })

  it('is not read when it is damaged or coded in a way that most viewers lack, and neither throws nor hangs', async () => {
    const progressive = new Uint8Array(await sampled('2x2', '-progressive', '-restart', '2'))
    for (let i = 0; i < progressive.length; i += 7) {
      const mutant = progressive.slice()
      mutant[i] = (mutant[i] ?? 0) ^ (1 << (i % 8))
      expect(() => decodeJpeg(mutant)).not.toThrow()
    }
    expect(decodeJpeg(new Uint8Array(await sampled('2x2', '-arithmetic')))).toBeUndefined()
  })
})
