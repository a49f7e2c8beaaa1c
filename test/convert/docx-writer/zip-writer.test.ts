/**
 * ZIP archives, read back after they were written.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { writeZip } from '../../../src/convert/docx-writer/package/zip-writer.js'
import { ZipReader } from '../../../src/ooxml/package/zip-reader.js'

describe('writeZip', () => {
  it('writes what is read back the same', () => {
    const long = new TextEncoder().encode('<w:p/>'.repeat(5000))
    const short = Uint8Array.of(1, 2, 3)
    const archive = writeZip([
      { name: 'word/document.xml', bytes: long },
      { name: 'word/media/image1.png', bytes: short, stored: true },
      { name: 'empty.xml', bytes: new Uint8Array() },
    ])
    const reader = new ZipReader(archive)
    expect([...reader.names]).toEqual(['word/document.xml', 'word/media/image1.png', 'empty.xml'])
    expect(Buffer.from(reader.read('word/document.xml') ?? []).equals(long)).toBe(true)
    expect([...(reader.read('word/media/image1.png') ?? [])]).toEqual([1, 2, 3])
    expect(reader.read('empty.xml')?.length).toBe(0)
    expect(archive.length).toBeLessThan(1000)
  })
})
