/**
 * What the decoders of PDF.js do with damaged and with boundless pictures, beside those of `src/ink/pictures`: the facts behind
 * docs/decisions/judging-ink.md.
 *
 *     npx tsx bench/decoders.ts
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { decodeJbig2 } from '../src/ink/pictures/jbig2/decode-jbig2.js'
import { decodeJpeg } from '../src/ink/pictures/jpeg/decode-jpeg.js'
import { decodeJpeg2000 } from '../src/ink/pictures/jpeg2000/decode-jpeg2000.js'
import { SAMPLES } from '../test/ink/jbig2/jbig2-pictures.js'
import { createRandom, mutate } from '../test/support/mutate.js'
import { letters2000 } from '../test/verify/support/jpeg2000.js'
import { printTable } from './support/measure.js'

const MUTANTS = 400
const WHOLE = { window: { x0: 0, y0: 0, x1: 1e9, y1: 1e9 }, reduction: 1 } as const
const require = createRequire(import.meta.url)

/** What is used of the library, which has no types for it. */
interface Decoders {
  readonly JpegImage: new () => {
    readonly width: number
    readonly height: number
    parse(bytes: Uint8Array): void
    getData(options: { width: number; height: number; forceRGB: boolean }): Uint8Array
  }
  readonly JpxImage: {
    setOptions(options: { useWasm: boolean; useWorkerFetch: boolean; wasmUrl: string }): void
    decode(bytes: Uint8Array): Promise<Uint8Array>
  }
  readonly Jbig2Image: new () => {
    parseChunks(chunks: readonly { data: Uint8Array; start: number; end: number }[]): Uint8Array
  }
  setVerbosityLevel(level: number): void
}

const LIBRARY: string = 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs'
const { JpegImage, JpxImage, Jbig2Image, setVerbosityLevel }: Decoders = await import(LIBRARY)
const wasmUrl = `${require.resolve('pdfjs-dist/package.json').replace('package.json', '')}wasm/`

/** Decoders of a kind of picture: true for one that they read. */
interface Kind {
  readonly name: string
  readonly picture: Uint8Array
  readonly own: (bytes: Uint8Array) => boolean
  readonly theirs: (bytes: Uint8Array) => Promise<boolean>
}

function photo(): Uint8Array {
  const canvas = createCanvas(400, 300)
  const context = canvas.getContext('2d')
  for (let i = 0; i < 60; i++) {
    context.fillStyle = `hsl(${i * 37} 70% ${30 + (i % 5) * 12}%)`
    context.fillRect((i * 53) % 400, (i * 31) % 300, 60, 40)
  }
  return new Uint8Array(canvas.toBuffer('image/jpeg', 80))
}

setVerbosityLevel(0)
JpxImage.setOptions({ useWasm: false, useWorkerFetch: true, wasmUrl })
const scan = Object.values(SAMPLES).find(({ globals }) => globals === undefined)
if (scan === undefined) throw new Error('There is no sample.')

const KINDS: readonly Kind[] = [
  {
    name: 'JPEG',
    picture: photo(),
    own: (bytes) => decodeJpeg(bytes, WHOLE) !== undefined,
    theirs: async (bytes) => {
      const image = new JpegImage()
      image.parse(bytes)
      return image.getData({ width: image.width, height: image.height, forceRGB: true }).length > 0
    },
  },
  {
    name: 'JPEG 2000',
    picture: letters2000(),
    own: (bytes) => decodeJpeg2000(bytes, { ...WHOLE, maxWork: 1e9 }).picture !== undefined,
    theirs: async (bytes) => (await JpxImage.decode(bytes)).length > 0,
  },
  {
    name: 'JBIG2',
    picture: scan.data,
    own: (bytes) => {
      const { width, height } = scan.pixels
      return decodeJbig2(bytes, { width, height, globals: new Uint8Array(), maxWork: 1e9 }).rows !== undefined
    },
    theirs: async (bytes) => new Jbig2Image().parseChunks([{ data: bytes, start: 0, end: bytes.length }]).length > 0,
  },
]

async function isRead(read: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await read()
  } catch {
    return false
  }
}

/** Reads damaged pictures with one decoder and says after each how many it read, and the longest time in ms that one took. */
async function readDamaged({ picture }: Kind, read: Kind['own'] | Kind['theirs']): Promise<void> {
  let count = 0
  let longest = 0
  for (let seed = 0; seed < MUTANTS; seed++) {
    const { bytes } = mutate(picture, createRandom(seed))
    writeSync(1, `${seed} ${count} ${longest.toFixed(0)}\n`)
    const start = performance.now()
    if (await isRead(() => read(bytes))) count++
    longest = Math.max(longest, performance.now() - start)
  }
  writeSync(1, `${MUTANTS} ${count} ${longest.toFixed(0)}\n`)
}

/** In a process of its own, since a decoder may end it. */
function damaged({ name }: Kind): string[] {
  const [own, theirs] = (['own', 'theirs'] as const).map((who) => {
    const { stdout } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name, who], {
      timeout: 60_000,
      encoding: 'utf8',
    })
    const [seed = '', count = '', longest = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? []
    const end = Number(seed) === MUTANTS ? '' : `, and number ${seed} ends the process`
    return `${count} read, longest ${longest} ms${end}`
  })
  return [`${name}, ${MUTANTS} damaged`, own ?? '', theirs ?? '']
}

/** A picture of a few bytes that says it is as large as it can be. */
async function boundless(): Promise<string[]> {
  const bytes = photo()
  const frame = bytes.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === 0xc0)
  bytes.set([0x2e, 0xe0, 0x2e, 0xe0], frame + 5)
  const told: string[] = []
  const [kind] = KINDS
  for (const read of [kind?.own, kind?.theirs]) {
    const before = process.memoryUsage.rss()
    const start = performance.now()
    const result = await isRead(() => read?.(bytes.slice()) ?? false)
    const grown = (process.memoryUsage.rss() - before) / 1e6
    told.push(
      `${result ? 'read' : 'not read'}, ${(performance.now() - start).toFixed(0)} ms, ${grown.toFixed(0)} MB more`,
    )
  }
  return [`JPEG of ${bytes.length} bytes that says 12,000 x 12,000`, ...told]
}

const kilobytes = (path: string) => `${(brotliCompressSync(readFileSync(path)).length / 1000).toFixed(0)} kB`

const [kind, who] = process.argv.slice(2)
const asked = KINDS.find(({ name }) => name === kind)
if (asked !== undefined) await readDamaged(asked, who === 'own' ? asked.own : asked.theirs)
else {
  const files = ['image_decoders/pdf.image_decoders.min.mjs', 'wasm/openjpeg.wasm', 'wasm/jbig2.wasm']
  printTable([
    ['picture', 'own', 'PDF.js'],
    ...KINDS.map(damaged),
    await boundless(),
    ...files.map((name) => [name, '', `${kilobytes(wasmUrl.replace('wasm/', name))} by Brotli`]),
  ])
}
