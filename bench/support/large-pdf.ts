/**
 * A PDF of any size that cannot be compressed, made for measuring.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { PdfFileWriter } from '../../src/pdf/writing/file-writer.js'

const PICTURE_BYTES = 400_000

/** Pages with a picture of noise each, about so many bytes together. */
export function makeLargePdf(bytes: number): Uint8Array {
  const file = new PdfFileWriter()
  const tree = file.allocate()
  const kids: PdfRef[] = []
  for (let size = 0; size < bytes; size += PICTURE_BYTES) {
    const picture = file.add(new PdfStream(PICTURE, noise(kids.length)))
    kids.push(
      file.add(
        new PdfDict({
          Type: PdfName.of('Page'),
          Parent: tree,
          MediaBox: [0, 0, 595, 842],
          Resources: new PdfDict({ XObject: new PdfDict({ Picture: picture }) }),
        }),
      ),
    )
  }
  file.put(tree, new PdfDict({ Type: PdfName.of('Pages'), Kids: kids, Count: kids.length }))
  const catalog = file.add(new PdfDict({ Type: PdfName.of('Catalog'), Pages: tree }))
  return file.finish({ Root: catalog })
}

const PICTURE = new PdfDict({
  Type: PdfName.of('XObject'),
  Subtype: PdfName.of('Image'),
  Width: 500,
  Height: 800,
  BitsPerComponent: 8,
  ColorSpace: PdfName.of('DeviceGray'),
})

/** Bytes without a pattern, the same for each seed. */
function noise(seed: number): Uint8Array {
  const bytes = new Uint8Array(PICTURE_BYTES)
  let state = seed * 7919 + 1
  for (let index = 0; index < bytes.length; index++) {
    state = (state * 48271) % 2147483647
    bytes[index] = state
  }
  return bytes
}
