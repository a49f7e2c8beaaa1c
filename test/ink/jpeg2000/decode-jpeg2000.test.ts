/**
 * Pictures in JPEG 2000: what OpenJPEG wrote in many ways must come out as OpenJPEG reads it, in whole and in parts.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import {
  decodeJpeg2000 as decodePart,
  type Jpeg2000Request,
} from '../../../src/ink/pictures/jpeg2000/decode-jpeg2000.js'
import { inverted2000, letters2000, opacity2000, white2000 } from '../../verify/support/jpeg2000.js'
import { compress, decompress, hasOpenJpeg, type Samples } from './open-jpeg.js'

/** Slopes, edges and specks, the same each time. */
function paint(width: number, height: number, components: 1 | 3): Samples {
  const data = new Uint8Array(width * height * components)
  let seed = 7
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isPrint = (x >> 3) % 5 === 0 && (y >> 2) % 3 === 0
      for (let c = 0; c < components; c++, at++) {
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        data[at] = isPrint ? 10 * c : Math.min(255, 90 + ((x * (c + 1) + y) % 150) + (seed >> 28))
      }
    }
  }
  return { width, height, components, data }
}

const WHOLE = { x0: 0, y0: 0, x1: Number.POSITIVE_INFINITY, y1: Number.POSITIVE_INFINITY }

/** The picture as a whole and in full, unless told otherwise. */
function decodeJpeg2000(bytes: Uint8Array, request: Partial<Jpeg2000Request> = {}) {
  return decodePart(bytes, { window: WHOLE, reduction: 1, maxWork: Number.POSITIVE_INFINITY, ...request })
}

function read(bytes: Uint8Array, request: Partial<Jpeg2000Request> = {}) {
  const { picture } = decodeJpeg2000(bytes, request)
  if (picture === undefined) throw new Error('The picture was not read.')
  return picture
}

const worst = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] ?? 1000))), 0)

describe('pictures that ship with the tests', () => {
  it('are read: letters, the same the other way round, and white', () => {
    const [letters, inverted, white] = [letters2000(), inverted2000(), white2000()].map((bytes) => read(bytes))
    expect(letters).toMatchObject({ size: [64, 8], width: 64, height: 8, components: 1, colours: 'grey' })
    const turned = inverted?.samples.map((value) => 255 - value)
    expect(worst(letters?.samples ?? new Uint8Array(), turned ?? new Uint8Array())).toBe(0)
    expect(new Set(letters?.samples)).toEqual(new Set([0, 255]))
    expect(new Set(white?.samples)).toEqual(new Set([255]))
  })

  it('are not read with an opacity of their own', () => {
    expect(decodeJpeg2000(opacity2000()).picture).toBeUndefined()
  })

  it.each([
    [17, true],
    [18, false],
    [12, false],
  ])('are read in colours that viewers do not convert by themselves: space %i', (space, isRead) => {
    const bytes = Buffer.from(letters2000())
    bytes.writeUInt32BE(space, bytes.indexOf('colr') + 7)
    expect(decodeJpeg2000(bytes).picture !== undefined).toBe(isRead)
  })

  it('are read in full or not at all once they are damaged', () => {
    const bytes = letters2000()
    for (let length = 0; length < bytes.length; length++) {
      expect(decodeJpeg2000(bytes.subarray(0, length)).picture).toBeUndefined()
    }
    for (let i = 0; i < 8 * bytes.length; i++) {
      const damaged = bytes.slice()
      damaged[i >> 3] = (damaged[i >> 3] ?? 0) ^ (1 << (i & 7))
      expect(decodeJpeg2000(damaged, { maxWork: 1_000_000 }).work).toBeLessThanOrEqual(1_000_000)
    }
  })

  it('are not read where they take more work than there is', () => {
    const { work } = decodeJpeg2000(letters2000())
    expect(decodeJpeg2000(letters2000(), { maxWork: work }).picture).toBeDefined()
    expect(decodeJpeg2000(letters2000(), { maxWork: work - 1 })).toMatchObject({ picture: undefined })
  })
})

const WAYS: Readonly<Record<string, readonly string[]>> = {
  'without loss': [],
  'with loss': ['-I', '-r', '12'],
  'in layers': ['-I', '-r', '40,20,10'],
  'in layers without loss': ['-r', '20,10,1'],
  'by resolutions': ['-p', 'RLCP', '-r', '20,1'],
  'by resolutions and places': ['-p', 'RPCL', '-c', '[64,64],[32,32]'],
  'by places': ['-p', 'PCRL', '-c', '[128,128],[64,64],[32,32]'],
  'by components': ['-p', 'CPRL', '-c', '[64,32]'],
  'in tiles': ['-t', '50,40'],
  'in tiles with loss': ['-I', '-r', '10', '-t', '64,64', '-p', 'RPCL'],
  'in parts of tiles': ['-t', '100,80', '-TP', 'R'],
  'in small code-blocks': ['-b', '8,4'],
  'in wide code-blocks': ['-b', '256,16'],
  'with marks around packets': ['-SOP', '-EPH'],
  'with marks at the ends of planes': ['-M', '32'],
  'at one resolution': ['-n', '1'],
  'at two resolutions': ['-n', '2'],
  'with loss by quality': ['-I', '-q', '30,42'],
  'without mixing colours': ['-mct', '0'],
}
const SHAPES = [
  [157, 93, 3],
  [96, 131, 1],
  [2, 40, 1],
  [37, 3, 3],
] as const

/** OpenJPEG halves no picture more often than its smallest tile can be, and mixes the colours of no grey one. */
function fitting(options: readonly string[], { width, height, components }: Samples): readonly string[] {
  const tiles = options.indexOf('-t')
  const [across = width, down = height] = tiles < 0 ? [] : (options[tiles + 1] ?? '').split(',').map(Number)
  const sides = [across, down, width % across || across, height % down || down].map((side, i) =>
    Math.min(side, i % 2 === 0 ? width : height),
  )
  const most = 1 + Math.floor(Math.log2(Math.min(...sides)))
  const mixing = options.indexOf('-mct')
  const kept = options.filter((_, i) => components === 3 || mixing < 0 || (i !== mixing && i !== mixing + 1))
  return options.includes('-n') ? kept : [...kept, '-n', String(Math.min(6, most))]
}

describe.skipIf(!hasOpenJpeg())('pictures by OpenJPEG', () => {
  describe.each(SHAPES)('%i by %i of %i components', (width, height, components) => {
    const samples = paint(width, height, components)
    it.each(Object.entries(WAYS))('are read as it reads them: %s', (_, options) => {
      const bytes = compress(samples, fitting(options, samples))
      const { data } = decompress(bytes)
      const own = read(bytes)
      expect(own.samples.length).toBe(data.length)
      // Sums of fractions are rounded the other way now and then.
      expect(worst(own.samples, data)).toBeLessThanOrEqual(options.includes('-I') ? 1 : 0)
    })
  })

  it('are the same in parts as in whole', () => {
    for (const options of [[], ['-I', '-r', '10'], ['-t', '50,40', '-n', '4'], ['-b', '16,16', '-n', '3']]) {
      const bytes = compress(paint(157, 93, 3), options)
      for (const reduction of [1, 2, 4] as const) {
        const whole = read(bytes, { reduction })
        const window = { x0: 41, y0: 23, x1: 119, y1: 77 }
        const part = read(bytes, { reduction, window })
        expect([part.left, part.top]).toEqual([Math.floor(41 / reduction), Math.floor(23 / reduction)])
        for (let y = 0; y < part.height; y++) {
          const from = 3 * ((y + part.top) * whole.width + part.left)
          const row = part.samples.subarray(3 * y * part.width, 3 * (y + 1) * part.width)
          expect(worst(row, whole.samples.subarray(from, from + row.length))).toBe(0)
        }
      }
    }
  })

  it.each([1, 2, 3])('are the same as its own where they are made smaller: %i times', (halvings) => {
    const bytes = compress(paint(157, 93, 3))
    const own = read(bytes, { reduction: (2 ** halvings) as 2 | 4 | 8 })
    const { data, width, height } = decompress(bytes, 'jp2', halvings)
    expect([own.width, own.height]).toEqual([width, height])
    expect(worst(own.samples, data)).toBe(0)
  })

  it('may come without boxes around them, and then say nothing of their colours', () => {
    const samples = paint(60, 40, 3)
    const own = read(compress(samples, [], 'j2k'))
    expect(worst(own.samples, samples.data)).toBe(0)
    expect(own.colours).toBeUndefined()
  })

  it.each([
    ['a part in arithmetic code alone', ['-M', '1']],
    ['statistics that begin anew', ['-M', '2']],
    ['an end for each pass', ['-M', '4']],
    ['stripes that do not look down', ['-M', '8']],
    ['a region of its own', ['-ROI', 'c=0,U=5']],
    ['an order that changes', ['-POC', 'T1=0,0,1,3,3,CPRL/T1=0,0,1,6,3,CPRL']],
    ['components of different sizes', ['-s', '2,2']],
    ['an offset', ['-d', '3,5']],
  ])('are not read with %s', (_, options) => {
    expect(decodeJpeg2000(compress(paint(157, 93, 3), options)).picture).toBeUndefined()
  })
})
