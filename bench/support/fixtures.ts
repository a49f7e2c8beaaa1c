/**
 * The documents that the benchmarks sign, made with pdf-lib and kept in the system's temporary folder.
 *
 * @module
 */

import { randomFillSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'

/** Sizes that a user would ask about. The text document has many small objects; the others a few large ones. */
export const FIXTURE_SIZES = ['100 KB', '1 MB', '10 MB', '25 MB', '5,000 pages'] as const
export type FixtureSize = (typeof FIXTURE_SIZES)[number]

/** A cross-reference table, or a cross-reference stream with object streams. */
export type XrefKind = 'table' | 'stream'

const MB = 1024 * 1024
const BYTES: Record<Exclude<FixtureSize, '5,000 pages'>, number> = {
  '100 KB': 100 * 1024,
  '1 MB': MB,
  '10 MB': 10 * MB,
  // A little under the default limit of 25 MB.
  '25 MB': 25 * MB - 64 * 1024,
}
const VERSION = 'v2'

/** The path of a fixture; the first call makes it (a few seconds for the large ones). */
export async function fixturePath(size: FixtureSize, xref: XrefKind): Promise<string> {
  const folder = join(tmpdir(), 'sealwright-bench')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${VERSION}-${size.replace(/\W+/g, '')}-${xref}.pdf`)
  if (!existsSync(path)) {
    const document = size === '5,000 pages' ? await makeTextDocument(5000) : await makeImageDocument(BYTES[size])
    const bytes = await document.save({ useObjectStreams: xref === 'stream' })
    // Written under another name first, so that an interrupted run leaves no half fixture.
    writeFileSync(`${path}.${process.pid}`, bytes)
    renameSync(`${path}.${process.pid}`, path)
  }
  return path
}

/** The bytes of a fixture. */
export async function loadFixture(size: FixtureSize, xref: XrefKind): Promise<Uint8Array> {
  return new Uint8Array(readFileSync(await fixturePath(size, xref)))
}

async function makeTextDocument(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let i = 1; i <= pages; i++) {
    const page = document.addPage()
    page.drawText(`Page ${i} of ${pages}`, { x: 50, y: 780, size: 18, font })
    page.drawText('The quick brown fox jumps over the lazy dog. '.repeat(2), { x: 50, y: 740, size: 10, font })
  }
  return document
}

async function makeImageDocument(bytes: number): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const pages = Math.max(2, Math.round(bytes / (2 * MB)))
  for (let i = 0; i < pages; i++) {
    const image = await document.embedPng(makeRandomPng((bytes - 4096) / pages))
    document.addPage([400, 400]).drawImage(image, { x: 0, y: 0, width: 400, height: 400 })
  }
  return document
}

/** A PNG of random RGB pixels, which no compression makes smaller. */
function makeRandomPng(bytes: number): Uint8Array {
  const side = Math.floor(Math.sqrt(bytes / 3))
  const stride = 3 * side + 1
  const rows = randomFillSync(new Uint8Array(side * stride))
  for (let y = 0; y < side; y++) rows[y * stride] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  header[9] = 2
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(rows, { level: 1 })),
    makeChunk('IEND', new Uint8Array(0)),
  ])
}

function makeChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([frame, body, check])
}
