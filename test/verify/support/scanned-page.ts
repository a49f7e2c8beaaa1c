/**
 * Documents whose page is one picture, as scanners write them: a contract with a price, a line to sign on and empty places.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../../../src/pdf/matrix.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { scanAsPixels, scanAsSymbols } from '../../ink/jbig2/jbig2-scan.js'
import { pixels } from '../../ink/jbig2/pixels.js'
import { compress, hasOpenJpeg } from '../../ink/jpeg2000/open-jpeg.js'
import { bytesOf } from './notation.js'

/** How the picture is stored. */
export type ScanKind =
  | 'JPEG'
  | 'JPEG 2000'
  | 'JPEG 2000 without loss'
  | 'grey'
  | 'black and white'
  | 'stencil'
  | 'JBIG2'
  | 'JBIG2 symbols'
  | 'JBIG2 stencil'

type Place = 'price' | 'digit' | 'halfDigit' | 'not' | 'lone' | 'empty' | 'line' | 'text' | 'behind' | Prompt

/** Where a signer is asked for something: behind a colon, on dots and lines, and in a cell of a table. */
type Prompt = 'name' | 'date' | 'signature' | 'cell' | 'above'

/** A document, and where things stand on its page, in points. */
export interface ScannedPage {
  readonly bytes: Uint8Array
  readonly places: Readonly<Record<Place, Box>>
}

export interface ScanOptions {
  /** Dots per inch. */
  readonly resolution?: number
  readonly quality?: number
  /** Lightness of the paper, 0 to 1, and by how much it differs from place to place. */
  readonly paper?: number
  readonly noise?: number
}

/** Whether a scan of a kind can be made here: some take a program. */
export const canScan = (kind: ScanKind) => !kind.startsWith('JPEG 2000') || hasOpenJpeg()

const [WIDTH, HEIGHT] = [420, 300]
const BEFORE = 'The buyer pays '
const PRICE = '1850.00'
const SIZE = 11

/** Makes a document of one page that was scanned. */
export function scanPage(kind: ScanKind, options: ScanOptions = {}): ScannedPage {
  const { resolution = 150, quality = 70, paper = 1, noise = 0.02 } = options
  const scale = resolution / 72
  const canvas = createCanvas(Math.round(WIDTH * scale), Math.round(HEIGHT * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = `rgb(${[1, 1, 1].map(() => Math.round(255 * paper)).join(',')})`
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#101010'
  context.font = `${SIZE}px sans-serif`
  const line = (text: string, y: number, x = 30) => context.fillText(text, x, HEIGHT - y)
  line(`${BEFORE}${PRICE} EUR and does not return it.`, 250)
  line('The seller delivers the goods before the first of March.', 232)
  line('7', 200)
  context.fillRect(30, HEIGHT - 80, 150, 0.8)
  drawPrompts(context, line)
  const at = (text: string) => 30 + context.measureText(text).width
  const box = (from: string, text: string): Box => [at(from) - 0.5, 246, at(from + text) + 0.5, 261]
  const not = `${BEFORE}${PRICE} EUR and does `
  const [digit, after] = [box(BEFORE, PRICE.slice(0, 1)), box(`${BEFORE}1`, '8')]
  const places = {
    price: box(BEFORE, PRICE),
    digit,
    halfDigit: [(after[0] + after[2]) / 2, 246, after[2], 261] as const,
    not: box(not, 'not'),
    lone: [29, 197, 38, 211] as const,
    empty: [220, 60, 400, 120] as const,
    line: [40, 70, 160, 110] as const,
    text: [60, 220, 240, 265] as const,
    behind: [at(`${BEFORE}${PRICE} EUR and does not return it. `), 246, 410, 261] as const,
    name: [66, 167, 200, 183] as const,
    date: [255, 167, 340, 183] as const,
    signature: [94, 147, 200, 163] as const,
    cell: [284, 132, 398, 148] as const,
    above: [40, 81, 160, 97] as const,
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  // The same specks each time.
  const grey = Uint8Array.from({ length: data.length / 4 }, (_, i) => {
    const speck = ((((i * 2654435761) >>> 8) % 1000) / 500 - 1) * 255 * noise
    return Math.min(255, Math.max(0, (data[4 * i] ?? 0) + speck))
  })
  const size = [canvas.width, canvas.height] as const
  const jpeg = () => new Uint8Array(canvas.toBuffer('image/jpeg', quality))
  return { bytes: pageOf(size, ...codings[kind](grey, size, jpeg)), places }
}

function drawPrompts(context: SKRSContext2D, line: (text: string, y: number, x?: number) => void): void {
  line('Name:', 170)
  context.fillRect(62, HEIGHT - 168, 140, 0.8)
  line('Date ............................', 170, 220)
  line('Signature', 150)
  context.fillRect(84, HEIGHT - 148, 118, 0.8)
  for (const y of [130, 150]) context.fillRect(220, HEIGHT - y, 180, 0.8)
  for (const x of [220, 280, 400]) context.fillRect(x, HEIGHT - 150, 0.8, 20)
  line('Seller', 136, 226)
  line('Place, date', 66)
}

type Size = readonly [width: number, height: number]
type Coded = readonly [entries: string, data: Uint8Array, shared?: Uint8Array]

const codings: Readonly<Record<ScanKind, (grey: Uint8Array, size: Size, jpeg: () => Uint8Array) => Coded>> = {
  // As programs write it that pack scans: the colours are told by the picture itself.
  'JPEG 2000': (grey, size) => ['/Filter /JPXDecode', compress(coloursOf(grey, size), ['-I', '-r', '30'])],
  'JPEG 2000 without loss': (grey, [width, height]) => [
    '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode',
    compress({ width, height, components: 1, data: grey }, ['-t', '256,256', '-n', '3']),
  ],
  JPEG: (_, __, jpeg) => ['/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode', jpeg()],
  grey: (grey) => ['/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode', deflateSync(grey)],
  'black and white': (grey, size) => [
    '/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode',
    deflateSync(bitsOf(grey, size)),
  ],
  stencil: (grey, size) => [
    '/ImageMask true /BitsPerComponent 1 /Filter /FlateDecode',
    deflateSync(bitsOf(grey, size)),
  ],
  JBIG2: (grey, size) => [JBIG2, scanAsPixels(blackOf(grey, size))],
  'JBIG2 symbols': (grey, size) => {
    const { data, globals } = scanAsSymbols(blackOf(grey, size))
    return [`${JBIG2} /DecodeParms <</JBIG2Globals 6 0 R>>`, data, globals]
  },
  // As programs do that lay black print over a coloured ground.
  'JBIG2 stencil': (grey, size) => [
    '/ImageMask true /BitsPerComponent 1 /Filter /JBIG2Decode',
    scanAsPixels(blackOf(grey, size)),
  ],
}

const coloursOf = (grey: Uint8Array, [width, height]: Size) => ({
  width,
  height,
  components: 3,
  data: Uint8Array.from({ length: 3 * grey.length }, (_, i) => grey[Math.floor(i / 3)] ?? 0),
})

const JBIG2 = '/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode'

/** Lightness below which a pixel is black. */
const THRESHOLD = 150

const blackOf = (grey: Uint8Array, [width, height]: Size) =>
  pixels(width, height, (x, y) => (grey[y * width + x] ?? 255) <= THRESHOLD)

function bitsOf(grey: Uint8Array, [width, height]: Size): Uint8Array {
  const perRow = Math.ceil(width / 8)
  const bits = new Uint8Array(perRow * height)
  grey.forEach((value, i) => {
    const at = Math.floor(i / width) * perRow + ((i % width) >> 3)
    if (value > THRESHOLD) bits[at] = (bits[at] ?? 0) | (0x80 >> ((i % width) & 7))
  })
  return bits
}

function pageOf([width, height]: Size, entries: string, data: Uint8Array, shared?: Uint8Array): Uint8Array {
  const content = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm 0 g /I Do Q`
  const bodies: (readonly (string | Uint8Array)[])[] = [
    ['<</Type /Catalog /Pages 2 0 R>>'],
    ['<</Type /Pages /Kids [3 0 R] /Count 1>>'],
    [
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources <</XObject <</I 5 0 R>>>> /Contents 4 0 R>>`,
    ],
    [`<</Length ${content.length}>>\nstream\n${content}\nendstream`],
    [
      `<</Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries} /Length ${data.length}>>\nstream\n`,
      data,
      '\nendstream',
    ],
    ...(shared === undefined ? [] : [[`<</Length ${shared.length}>>\nstream\n`, shared, '\nendstream']]),
  ]
  let file = latin1Bytes('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
  const rows = bodies.map((body, i) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file = bytesOf(file, `${i + 1} 0 obj\n`, ...body, '\nendobj\n')
    return row
  })
  const table = `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<</Size ${rows.length + 1} /Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return bytesOf(file, table, trailer)
}
