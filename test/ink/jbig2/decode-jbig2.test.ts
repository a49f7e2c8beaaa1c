/**
 * JBIG2 pictures: what is read of them is what was stored, and what poppler, MuPDF, PDF.js and PDFium show.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { decodeJbig2 as decodePicture } from '../../../src/ink/pictures/jbig2/decode-jbig2.js'
import { hasTool } from '../../support/tools.js'
import { type ViewerName, Viewers } from '../../verify/viewers/viewers.js'
import { ArithmeticEncoder } from './arithmetic-encoder.js'
import {
  genericRegion,
  pageInformation,
  regionPlace,
  segment,
  symbolDictionary,
  textRegion,
  u8,
  u16,
  u32,
} from './jbig2-encoder.js'
import { documentOf } from './jbig2-page.js'
import { FAX_SAMPLE, SAMPLES, type Sample } from './jbig2-pictures.js'
import { type Pixels, pixels } from './pixels.js'

function decodeJbig2(data: Uint8Array, request: { width: number; height: number; globals?: Uint8Array | undefined }) {
  const { width, height, globals = new Uint8Array() } = request
  return decodePicture(data, { width, height, globals, maxWork: Number.POSITIVE_INFINITY })
}

const decode = ({ pixels: { width, height }, data, globals }: Sample) =>
  decodeJbig2(data, { width, height, globals }).rows

/** A line of text for each row. */
function rowsOf({ width, height }: Pixels, isBlack: (x: number, y: number) => boolean): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (isBlack(x, y) ? '#' : '.')).join(''),
  )
}

const stored = ({ pixels }: Sample) => rowsOf(pixels, (x, y) => pixels.at(x, y) === 1)

/** Of rows of whole bytes, each pixel a bit. */
const bitsOf = (sample: Sample, rows: Uint8Array, black: 0 | 1) => {
  const perRow = Math.ceil(sample.pixels.width / 8)
  return rowsOf(sample.pixels, (x, y) => (((rows[y * perRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === black)
}

describe('decodeJbig2', () => {
  it.each(Object.entries(SAMPLES))('reads %s', (_, sample) => {
    const rows = decode(sample)
    expect(rows).toBeDefined()
    expect(bitsOf(sample, rows ?? new Uint8Array(), 0)).toEqual(stored(sample))
  })

  it('reads past what is left over at the end', () => {
    const [sample] = Object.values(SAMPLES)
    const data = Uint8Array.from([...(sample?.data ?? []), 13, 10])
    expect(sample && decode({ ...sample, data })).toEqual(sample && decode(sample))
  })
})

const SIZE = 40
const square = pixels(SIZE, SIZE, (x, y) => (x * y) % 7 < 3)
const letter = pixels(5, 6, (x, y) => x === y || y === 5)
const generic = (data = genericRegion(square), more = {}) => segment({ number: 1, kind: 38, data, ...more })
const withFlags = (data: number[], at: number, flags: number) => data.map((byte, i) => (i === at ? byte | flags : byte))
const text = (instances: Parameters<typeof textRegion>[1], options = {}) => [
  segment({ number: 2, kind: 0, data: symbolDictionary([letter, letter]) }),
  segment({
    number: 3,
    kind: 6,
    references: [2],
    data: textRegion(regionPlace(square), instances, [letter, letter], options),
  }),
]
const PAGE = pageInformation(SIZE, SIZE)

/** What at least one viewer shows in another way than the others, or not at all. */
const UNREAD: Readonly<Record<string, readonly number[][]>> = {
  'a page of another size than is said': [pageInformation(SIZE, SIZE + 8), generic()],
  'two pages': [PAGE, PAGE, generic()],
  'a region of another page': [PAGE, generic(undefined, { page: 2 })],
  'a region before the page': [generic(), PAGE],
  'a region behind the end of the page': [PAGE, segment({ number: 1, kind: 49, data: [] }), generic()],
  'a template with twelve adaptive pixels': [PAGE, generic(withFlags(genericRegion(square), 17, 0x10))],
  'a region in colours': [PAGE, generic(withFlags(genericRegion(square), 16, 8))],
  'a region that is drawn in another way than the page says': [
    PAGE,
    generic(),
    segment({ number: 2, kind: 38, data: genericRegion(letter, {}, regionPlace(letter, 3, 3, 2)) }),
  ],
  'a region that replaces what is there': [
    pageInformation(SIZE, SIZE, 0x40),
    generic(),
    segment({ number: 2, kind: 38, data: genericRegion(letter, {}, regionPlace(letter, 3, 3, 4)) }),
  ],
  'a letter that reaches beyond the left edge': [PAGE, ...text([{ id: 0, s: -2, t: 10 }])],
  'a letter that is ANDed': [PAGE, ...text([{ id: 0, s: 3, t: 10 }], { operator: 1, isBlack: true })],
  'a symbol that there is not': [PAGE, ...text([{ id: 0, s: 3, t: 10 }]).slice(1)],
  'two segments with one number': [
    PAGE,
    ...text([{ id: 0, s: 3, t: 10 }]).slice(0, 1),
    ...text([{ id: 0, s: 3, t: 10 }]),
  ],
  'stripes that end above the end of the page': [
    pageInformation(SIZE, 0xffffffff, 0, 0x8000 + SIZE),
    generic(genericRegion(letter)),
    segment({ number: 2, kind: 50, data: u32(SIZE - 2) }),
  ],
  'fewer rows than is said': [PAGE, generic([...genericRegion(square), ...u32(SIZE - 1)], { length: 0xffffffff })],
  'a segment that is longer than the data': [PAGE, generic(undefined, { length: 10_000 })],
  'more data decoded than there is': [PAGE, generic(genericRegion(square).slice(0, 60))],
  'a table without end': [
    PAGE,
    segment({ number: 2, kind: 53, data: [0, ...u32(0x80000000, 0x7fffffff), ...new Array<number>(20_000).fill(0)] }),
    generic(),
  ],
  'a kind that there is not': [PAGE, generic(), segment({ number: 2, kind: 12, data: [] })],
}

describe('decodeJbig2 does not read', () => {
  it.each(Object.entries(UNREAD))('%s', (_, segments) => {
    expect(decodeJbig2(Uint8Array.from(segments.flat()), { width: SIZE, height: SIZE }).rows).toBeUndefined()
  })

  it('what is cut off or changed, and neither throws nor hangs', () => {
    let unread = 0
    for (const sample of Object.values(SAMPLES)) {
      for (let i = 0; i < sample.data.length; i++) {
        const mutant = sample.data.slice()
        mutant[i] = (mutant[i] ?? 0) ^ (1 << (i % 8))
        for (const data of [mutant, sample.data.subarray(0, i)]) if (decode({ ...sample, data }) === undefined) unread++
      }
    }
    expect(unread).toBeGreaterThan(1000)
  })

  it.each([
    ['a page of a billion pixels', 32_000, 32_000, [pageInformation(32_000, 32_000)]],
    [
      'letters without number',
      SIZE,
      SIZE,
      [
        PAGE,
        segment({ number: 2, kind: 0, data: [...u16(0x0800), ...u8(2, -1), ...u32(0xffffffff, 0xffffffff), 0, 0] }),
      ],
    ],
    [
      'regions one over another',
      4000,
      4000,
      Array.from({ length: 200 }, (_, i) =>
        i === 0
          ? pageInformation(4000, 4000)
          : segment({ number: i, kind: 38, data: [...u32(4000, 4000, 0, 0), 0, 4, ...u8(2, -1), 0, 0, 0xff, 0xac] }),
      ),
    ],
  ])('%s, in no time', (_, width, height, segments) => {
    const start = process.cpuUsage()
    expect(decodeJbig2(Uint8Array.from(segments.flat()), { width, height }).rows).toBeUndefined()
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1e6).toBeLessThan(5)
  })
})

describe('what is shared', () => {
  it('is not drawn', () => {
    const sample = Object.values(SAMPLES).find(({ globals }) => globals !== undefined)
    const globals = Uint8Array.from([...(sample?.globals ?? []), ...generic()])
    expect(sample && decode(sample)).toBeDefined()
    expect(sample && decode({ ...sample, globals })).toBeUndefined()
  })

  it('is not taken from symbols without height, however wide', () => {
    const encoder = new ArithmeticEncoder()
    encoder.number('height', 0)
    encoder.number('width', 4_000_000_000)
    const head = [...u16(0x0800), ...u8(2, -1), ...u32(1, 1)]
    const data = [...head, ...encoder.finish()]
    const segments = [PAGE, segment({ number: 2, kind: 0, data }), generic()]
    expect(decodeJbig2(Uint8Array.from(segments.flat()), { width: SIZE, height: SIZE }).rows).toBeUndefined()
  })
})

describe.skipIf(!hasTool('pdfimages'))('poppler', () => {
  it('reads the same', () => {
    const folder = mkdtempSync(join(tmpdir(), 'jbig2-'))
    const samples = Object.entries(SAMPLES)
    try {
      const pages = samples.map(
        ([
          ,
          {
            pixels: { width, height },
            ...rest
          },
        ]) => ({ width, height, ...rest }),
      )
      writeFileSync(join(folder, 'in.pdf'), documentOf(pages))
      execFileSync('pdfimages', [join(folder, 'in.pdf'), join(folder, 'out')], {
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      samples.forEach(([name, sample], i) => {
        const file = readFileSync(join(folder, `out-${String(i).padStart(3, '0')}.pbm`))
        const head = `P4\n${sample.pixels.width} ${sample.pixels.height}\n`
        expect(file.toString('latin1', 0, head.length)).toBe(head)
        expect({ name, rows: bitsOf(sample, file.subarray(head.length), 1) }).toEqual({ name, rows: stored(sample) })
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe.skipIf(!hasTool('mutool') || !hasTool('pdftoppm'))('MuPDF, PDF.js and PDFium', () => {
  const viewers = new Viewers()
  afterAll(() => viewers.close())

  const PER_DOCUMENT = 4
  const names = Object.keys(SAMPLES)
  const groups = Array.from({ length: Math.ceil(names.length / PER_DOCUMENT) }, (_, i) => [
    names.slice(PER_DOCUMENT * i, PER_DOCUMENT * (i + 1)),
  ])

  it.each(groups)(
    'show %s the same',
    async (group) => {
      const samples = group.flatMap((name) => SAMPLES[name] ?? [])
      const { pages } = await viewers.draw(
        documentOf(samples.map(({ pixels: { width, height }, ...rest }) => ({ width, height, ...rest }))),
      )
      for (const viewer of ['MuPDF', 'PDF.js', 'PDFium'] satisfies ViewerName[]) {
        const pictures = pages[viewer]
        // PDFium is not installed everywhere.
        if (viewer === 'PDFium' && pictures.length === 0) continue
        samples.forEach((sample, i) => {
          const name = group[i]
          // Older PDFium shows nothing of a region in the code of facsimile.
          if (viewer === 'PDFium' && name === FAX_SAMPLE) return
          const { width = 0, pixels: shown = [] } = pictures[i] ?? {}
          const rows = rowsOf(sample.pixels, (x, y) => (shown[3 * (y * width + x)] ?? 255) < 128)
          expect({ viewer, name, rows }).toEqual({ viewer, name, rows: stored(sample) })
        })
      }
    },
    60_000,
  )
})
