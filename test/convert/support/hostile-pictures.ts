/**
 * Pictures and fonts that are broken, or larger than they look.
 *
 * @module
 */

import { deflateSync, gzipSync } from 'node:zlib'
import { inlinePicture, makeBodyDocx, makePng, p, relationshipsPart, wordPart } from './rich-docx.js'

const picture = (bytes: Uint8Array): Uint8Array =>
  makeBodyDocx(p(inlinePicture('image', 900_000)), { 'word/media/image1.png': bytes })

const ascii = (text: string, length = 2000): Uint8Array => {
  const bytes = Buffer.alloc(length, 0xa5)
  bytes.write(text, 'latin1')
  return bytes
}

/** Beginnings by which the kinds of pictures are told. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  PNG: '\x89PNG\r\n\x1a\n',
  JPEG: '\xff\xd8\xff\xe0\x00\x10JFIF\x00',
  GIF: 'GIF89a\xff\xff\xff\xff\xf7\x00\x00',
  BMP: 'BM\xff\xff\xff\xff\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\xff\x00\xff\xff\xff\x00\x01\x00\x20\x00',
  TIFF: 'II*\x00\x08\x00\x00\x00\xff\xff',
  EMF: `\x01\x00\x00\x00\x6c\x00\x00\x00${'\x00'.repeat(32)} EMF`,
  WMF: '\xd7\xcd\xc6\x9a\x00\x00',
  gzip: '\x1f\x8b\x08\x00',
  WebP: 'RIFF\x00\x00\x00\x00WEBPVP8 ',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a" id="a"/></svg>',
}

/** A GIF frame that says its sides are 65,535. */
const hugeGif = Buffer.from(
  '474946383961ffffffffb3000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002c00000000ffffffff00040210003b',
  'hex',
)

/** An EMF with as many records that each draw nothing. */
function longEmf(records: number): Uint8Array {
  const header = Buffer.alloc(108)
  header.writeUInt32LE(1, 0)
  header.writeUInt32LE(108, 4)
  header.writeInt32LE(1000, 16)
  header.writeInt32LE(1000, 20)
  header.writeInt32LE(1000, 32)
  header.writeInt32LE(1000, 36)
  header.write(' EMF', 40, 'latin1')
  header.writeUInt32LE(1000, 72)
  header.writeUInt32LE(1000, 76)
  header.writeUInt32LE(100, 80)
  header.writeUInt32LE(100, 84)
  const line = Buffer.alloc(16)
  line.writeUInt32LE(54, 0)
  line.writeUInt32LE(16, 4)
  line.writeInt32LE(500, 8)
  return Buffer.concat([header, ...Array<Buffer>(records).fill(line)])
}

const embeddedFont = (bytes: Uint8Array): Uint8Array =>
  makeBodyDocx(
    p('<w:r><w:rPr><w:rFonts w:ascii="Odd" w:hAnsi="Odd"/></w:rPr><w:t>words in an odd font</w:t></w:r>'),
    {
      'word/fontTable.xml': wordPart(
        'w:fonts',
        '<w:font w:name="Odd"><w:embedRegular r:id="f" w:fontKey="{00000000-0000-0000-0000-000000000000}"/></w:font>',
      ),
      'word/_rels/fontTable.xml.rels': relationshipsPart({ f: ['font', 'fonts/font1.odttf'] }),
      'word/fonts/font1.odttf': bytes,
    },
    { fonts: ['fontTable', 'fontTable.xml'] },
  )

/** A TrueType font whose tables all lie outside of it. */
function hollowFont(): Uint8Array {
  const bytes = Buffer.alloc(2000)
  bytes.writeUInt32BE(0x00010000, 0)
  const tables = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'OS/2', 'post']
  bytes.writeUInt16BE(tables.length, 4)
  for (const [index, tag] of tables.entries()) {
    bytes.write(tag, 12 + index * 16, 'latin1')
    bytes.writeUInt32BE(0x7fffffff, 20 + index * 16)
    bytes.writeUInt32BE(0x7fffffff, 24 + index * 16)
  }
  return bytes
}

/** By name. */
export const HOSTILE_PICTURES: Readonly<Record<string, () => Uint8Array>> = {
  ...Object.fromEntries(
    Object.entries(BEGINNINGS).flatMap(([kind, start]) => [
      [`a ${kind} that is no ${kind}`, () => picture(ascii(start))],
      [`a ${kind} that is cut off`, () => picture(ascii(start, start.length))],
    ]),
  ),
  'a PNG of 100,000 by 100,000': () => picture(makePng(100_000, 100_000, new Uint8Array(1000))),
  'a PNG of 60,000 by 60,000': () => picture(makePng(60_000, 60_000, new Uint8Array(50_000_000))),
  'a PNG whose data expand to more than its sides': () => picture(makePng(10, 10, new Uint8Array(100_000_000))),
  'a PNG of 5000 by 5000, shown a hundred times': () =>
    makeBodyDocx(p(inlinePicture('image', 900_000)).repeat(100), {
      'word/media/image1.png': makePng(5000, 5000),
    }),
  'forty different PNG of 4000 by 4000': () => {
    const png = makePng(4000, 4000)
    const ids = Array.from({ length: 40 }, (_, i) => `big${i}`)
    return makeBodyDocx(
      ids.map((id) => p(inlinePicture(id, 900_000))).join(''),
      Object.fromEntries(ids.map((id) => [`word/media/${id}.png`, png])),
      Object.fromEntries(ids.map((id) => [id, ['image', `media/${id}.png`]])),
    )
  },
  'a GIF of 65,535 by 65,535': () => picture(hugeGif),
  'an EMF of a million lines': () => picture(longEmf(1_000_000)),
  'a gzip bomb for a metafile': () => picture(gzipSync(new Uint8Array(200_000_000))),
  'zeros for a picture': () => picture(new Uint8Array(100_000)),
  'a font that is none': () => embeddedFont(ascii('no font')),
  'a font that is cut off': () => embeddedFont(hollowFont().subarray(0, 40)),
  'a font whose tables lie outside of it': () => embeddedFont(hollowFont()),
  'a font of zeros': () => embeddedFont(new Uint8Array(5_000_000)),
  'a font that is compressed noise': () => embeddedFont(deflateSync(new Uint8Array(1000))),
}
