/**
 * Pictures in visible signatures.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfDict, type PdfObject, PdfStream } from '../../src/pdf/objects.js'
import { prepareImage, SIGNATURE_IMAGE_LIMITS } from '../../src/sign/field/signature-image.js'
import type { SignatureAppearance, SignatureImage } from '../../src/sign/sign-options.js'
import { readJpegOrientation, withoutJpegMetadata } from '../../src/typeset/images/jpeg-orientation.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { codeOf, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const RED = [220, 20, 20] as const
const FREE = { isOpaque: false, isArchive: false }

/** A picture whose upper left quarter is red and whose rest is blue, or is not there at all. */
function draw(type: 'image/png' | 'image/jpeg', { width = 200, height = 100, isClear = false } = {}): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!isClear) {
    context.fillStyle = 'rgb(20,20,220)'
    context.fillRect(0, 0, width, height)
  }
  context.fillStyle = `rgb(${RED.join()})`
  context.fillRect(0, 0, width / 2, height / 2)
  return type === 'image/png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 95)
}

/** A PNG with a header of one's choice. */
function forgePng(width: number, height: number, data = new Uint8Array(0)): Uint8Array {
  const chunk = (type: string, body: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body, Buffer.alloc(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** A JPEG with Exif data that say how the camera was held, and where it was. */
function withExif(jpeg: Uint8Array, orientation: number, isLittle = true): Uint8Array {
  const tiff = Buffer.alloc(26)
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  const u16 = (value: number, at: number) => (isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at))
  u16(42, 2)
  if (isLittle) tiff.writeUInt32LE(8, 4)
  else tiff.writeUInt32BE(8, 4)
  u16(1, 8)
  u16(274, 10)
  u16(3, 12)
  u16(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 51.5 N')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]))
}

const PLACE: SignatureAppearance = { rectangle: [100, 600, 300, 700] }

const signWith = (image: SignatureImage, place: SignatureAppearance = PLACE) =>
  sign(makePdf(ONE_PAGE), { appearance: { ...place, image } })

/** The colour of the first page at a place, in points from the lower left, as poppler draws it. */
async function coloursAt(bytes: Uint8Array, places: readonly (readonly [x: number, y: number])[]) {
  return withFiles({ 'a.pdf': bytes }, async (path) => {
    await runTool('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-singlefile', path('a.pdf'), path('a')])
    const { readFile } = await import('node:fs/promises')
    const data = await readFile(path('a.ppm'))
    const [, width = '0', height = '0'] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(data.toString('latin1', 0, 40)) ?? []
    const start = data.length - 3 * Number(width) * Number(height)
    return places.map(([x, y]) => {
      const at = start + 3 * ((Number(height) - 1 - Math.round(y)) * Number(width) + Math.round(x))
      return name([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
    })
  })
}

function name([red, green, blue]: readonly [number, number, number]): string {
  if (red > 230 && green > 230 && blue > 230) return 'white'
  if (red > blue + 40) return green > 120 ? 'pale red' : 'red'
  if (blue > red + 40) return green > 120 ? 'pale blue' : 'blue'
  return 'other'
}

/** The images in the appearance of the only signature. */
function imagesOf(bytes: Uint8Array): PdfDict[] {
  const document = PdfDocument.open(bytes)
  const widget = readFields(document).find(({ type }) => type === 'Sig')?.dict ?? new PdfDict()
  const form = document.lookup(document.lookupDict(widget, 'AP') ?? new PdfDict(), 'N')
  const resources = form instanceof PdfStream ? document.lookupDict(form.dict, 'Resources') : undefined
  const objects = resources === undefined ? undefined : document.lookupDict(resources, 'XObject')
  return [...(objects?.entries.values() ?? [])].flatMap((object: PdfObject) => {
    const stream = document.resolve(object)
    return stream instanceof PdfStream ? [stream.dict] : []
  })
}

describe.runIf(['pdftoppm', 'pdfsig', 'qpdf', 'mutool'].every(hasTool))('a picture in the signature', () => {
  const corners = (x1: number, y1: number, x2: number, y2: number): [number, number][] => [
    [x1 + 3, y2 - 3],
    [x2 - 3, y2 - 3],
    [x1 + 3, y1 + 3],
    [x2 - 3, y1 + 3],
  ]

  it.each(['image/png', 'image/jpeg'] as const)('of the kind %s stands beside the text', async (type) => {
    const bytes = await signWith({ bytes: draw(type, { width: 100, height: 200 }) })
    expect(await coloursAt(bytes, corners(100, 600, 150, 700))).toEqual(['red', 'blue', 'blue', 'blue'])
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    const { stdout } = await withFiles({ 'a.pdf': bytes }, (path) => runTool('pdftotext', [path('a.pdf'), '-']))
    expect(stdout).toMatch(/Ada Lovelace\s+Digitally signed/)
  })

  it('stands above the text where there is more height than width', async () => {
    const bytes = await signWith({ bytes: draw('image/png') }, { rectangle: [100, 500, 160, 700] })
    // 60 points wide, as high as its proportions say, at the top.
    expect(await coloursAt(bytes, corners(100, 670, 160, 700))).toEqual(['red', 'blue', 'blue', 'blue'])
    expect(await coloursAt(bytes, [[130, 650]])).toEqual(['white'])
  })

  it('stands behind the text, paler, and alone', async () => {
    const behind = await signWith({ bytes: draw('image/png'), position: 'behind' })
    // The text begins at the left; its upper half is on the red quarter.
    const free: [number, number][] = [
      [190, 697],
      [297, 697],
      [190, 603],
      [297, 603],
    ]
    expect(await coloursAt(behind, free)).toEqual(['pale red', 'pale blue', 'pale blue', 'pale blue'])
    const alone = await signWith({ bytes: draw('image/png'), position: 'alone' })
    expect(await coloursAt(alone, corners(100, 600, 300, 700))).toEqual(['red', 'blue', 'blue', 'blue'])
    const { stdout } = await withFiles({ 'a.pdf': alone }, (path) => runTool('pdftotext', [path('a.pdf'), '-']))
    expect(stdout.trim()).toBe('')
  })

  it('lets the page show through where it is clear', async () => {
    const bytes = await signWith({ bytes: draw('image/png', { isClear: true }), position: 'alone' })
    expect(imagesOf(bytes).map((image) => image.has('SMask'))).toEqual([true])
    expect(await coloursAt(bytes, corners(100, 600, 300, 700))).toEqual(['red', 'white', 'white', 'white'])
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
  })

  it.each([
    [1, ['red', 'blue', 'blue', 'blue']],
    [2, ['blue', 'red', 'blue', 'blue']],
    [3, ['blue', 'blue', 'blue', 'red']],
    [4, ['blue', 'blue', 'red', 'blue']],
    [5, ['red', 'blue', 'blue', 'blue']],
    [6, ['blue', 'red', 'blue', 'blue']],
    [7, ['blue', 'blue', 'blue', 'red']],
    [8, ['blue', 'blue', 'red', 'blue']],
  ] as const)('is turned as the camera was held (%i), and keeps its proportions', async (orientation, expected) => {
    const photo = withExif(draw('image/jpeg'), orientation, orientation % 2 === 0)
    const isTurned = orientation >= 5
    const rectangle = isTurned ? ([100, 600, 150, 700] as const) : ([100, 600, 300, 700] as const)
    const bytes = await signWith({ bytes: photo, position: 'alone' }, { rectangle })
    expect(await coloursAt(bytes, corners(rectangle[0], rectangle[1], rectangle[2], rectangle[3]))).toEqual(expected)
    expect(Buffer.from(bytes).includes('GPS')).toBe(false)
  })

  it('is drawn in an existing field, turned with its page', async () => {
    const field = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sign) /Rect [100 600 300 700] /P 3 0 R /F 4>>'
    const input = makePdf({
      ...ONE_PAGE,
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
      3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
      4: field,
    })
    const image = { bytes: draw('image/png'), position: 'alone' } as const
    const bytes = await sign(input, { field: 'Sign', appearance: { image } })
    expect(await coloursAt(bytes, corners(100, 600, 300, 700))).toEqual(['red', 'blue', 'blue', 'blue'])
    expect(await codeOf(sign(input, { field: 'Sign', appearance: { image, ...PLACE } }))).toBe('invalid_request')
  })

  it('stays valid when others sign beside it', async () => {
    const image = { bytes: draw('image/png', { isClear: true }) }
    const once = await sign(makePdf(ONE_PAGE), { appearance: { ...PLACE, image } }, WITH_PAGE)
    const twice = await sign(once, { appearance: { rectangle: [320, 600, 520, 700], image } })
    const report = await verifyDocument(twice)
    expect([report.valid, report.signers.length]).toEqual([true, 2])
  })
})

describe('what is taken for a picture', () => {
  it.each([
    ['text', new TextEncoder().encode('a picture')],
    ['a GIF', new Uint8Array(Buffer.from('GIF89a________'))],
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', new Uint8Array(0)],
    ['the beginning of a PNG', draw('image/png').slice(0, 30)],
    ['a PNG whose data are no zlib stream', draw('image/png').map((byte, i) => (i > 60 ? byte ^ 0x55 : byte))],
    ['a PNG of no area', forgePng(0, 5)],
    ['a PNG of a thousand million pixels', forgePng(40_000, 40_000)],
    ['the beginning of a JPEG', draw('image/jpeg').slice(0, 30)],
    ['a file of too many bytes', new Uint8Array(SIGNATURE_IMAGE_LIMITS.maxBytes + 1)],
  ])('is not %s', async (_, bytes) => {
    expect(await codeOf(signWith({ bytes }))).toBe('invalid_request')
  })

  it('costs no more than its header says, whatever its data expand to', () => {
    const bomb = forgePng(10, 10, new Uint8Array(50_000_000))
    const before = process.memoryUsage().rss
    expect(() => prepareImage(bomb, FREE)).toThrow(/damaged/)
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000)
  })

  it('never ends in another error, whatever is broken in it', () => {
    const sources = [draw('image/png', { isClear: true }), draw('image/png'), withExif(draw('image/jpeg'), 6)]
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let i = 0; i < 600; i++) {
      const bytes = Uint8Array.from(sources[i % 3] ?? [])
      for (let n = 0; n < 1 + random(6); n++) bytes[random(bytes.length)] = random(256)
      try {
        prepareImage(random(4) === 0 ? bytes.slice(0, random(bytes.length)) : bytes, {
          isOpaque: i % 2 === 0,
          isArchive: true,
        })
      } catch (error) {
        expect(error).toMatchObject({
          code: expect.stringMatching(/^(invalid_request|cannot_conform)$/),
        })
      }
    }
  })

  it.each([
    [{ bytes: 'text' as unknown as Uint8Array }],
    [{ bytes: draw('image/png'), position: 'above' as 'alone' }],
    [{ bytes: draw('image/png'), opacity: 2 }],
    [{ bytes: draw('image/png'), opacity: Number.NaN }],
  ])('is checked with the other options', async (image) => {
    expect(await codeOf(signWith(image))).toBe('invalid_request')
  })

  it('holds no more of a photograph than its picture', () => {
    const jpeg = draw('image/jpeg')
    expect(readJpegOrientation(withExif(jpeg, 6))).toBe(6)
    expect(readJpegOrientation(withExif(jpeg, 9))).toBe(1)
    expect(readJpegOrientation(jpeg)).toBe(1)
    expect(Buffer.from(withoutJpegMetadata(withExif(jpeg, 6)))).toEqual(Buffer.from(withoutJpegMetadata(jpeg)))
  })
})
