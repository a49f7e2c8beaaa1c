/**
 * Entries of the document security store for single signatures.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CRYPTO_LIMITS } from '../../src/limits.js'
import { StoreEntries } from '../../src/pdf/catalog/store-entries.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { latin1Text } from '../../src/pdf/syntax/syntax.js'
import { makePdf, ONE_PAGE } from './make-pdf.js'

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`

/** The store of a document with these entries; objects 10 and up are the items. */
function openStore(entries: string, ...items: string[]): StoreEntries {
  const numbered = Object.fromEntries(items.map((item, index) => [10 + index, item]))
  const catalog = `<</Type /Catalog /Pages 2 0 R /DSS <</VRI <<${entries}>>>>>>`
  return new StoreEntries(PdfDocument.open(makePdf({ ...ONE_PAGE, 1: catalog, ...numbered })))
}

const texts = (items: readonly Uint8Array[] | undefined) => items?.map((item) => latin1Text(item))

describe('StoreEntries', () => {
  it('reads an entry under any of its keys, in any case, and its three lists', () => {
    const store = openStore(
      '/0aB1 <</Cert [10 0 R] /CRL [11 0 R] /OCSP [12 0 R 10 0 R]>>',
      ...['a', 'b', 'c'].map(stream),
    )
    expect(texts(store.read(['FFFF', '0AB1']))).toEqual(['a', 'b', 'c', 'a'])
    expect(store.read(['FFFF'])).toBeUndefined()
    expect(openStore('').read(['0AB1'])).toBeUndefined()
  })

  it('leaves out what cannot be read, and goes on', () => {
    const damaged = '<</Length 3 /Filter /FlateDecode>>\nstream\nabc\nendstream'
    const store = openStore(
      '/A <</Cert [10 0 R 11 0 R (direct) 12 0 R 99 0 R 13 0 R]>> /B 7 /C <</Cert 7>>',
      damaged,
      '7',
      stream('x'),
      stream('y'),
    )
    expect(texts(store.read(['A']))).toEqual(['x', 'y'])
    expect(store.read(['B'])).toBeUndefined()
    expect(store.read(['C'])).toEqual([])
  })

  it('decodes an item once for all entries', () => {
    const store = openStore('/A <</Cert [10 0 R]>> /B <</OCSP [10 0 R]>>', stream('a'))
    expect(store.read(['A'])?.[0]).toBe(store.read(['B'])?.[0])
  })

  it('reads no further once an item was larger than what is allowed for all of them', () => {
    const large = deflateSync(Buffer.alloc(CRYPTO_LIMITS.maxDssBytes + 1)).toString('latin1')
    const entries = '/A <</Cert [11 0 R 10 0 R 11 0 R 12 0 R]>>'
    const bomb = `<</Length ${large.length} /Filter /FlateDecode>>\nstream\n${large}\nendstream`
    expect(texts(openStore(entries, bomb, stream('a'), stream('b')).read(['A']))).toEqual(['a', 'a'])
  })

  it('looks at so many places of the lists of all entries', () => {
    const places = (count: number) => '10 0 R '.repeat(count)
    const store = openStore(`/A <</Cert [${places(100_000)}]>> /B <</Cert [${places(28_001)}]>>`, stream('a'))
    expect(store.read(['A'])).toHaveLength(100_000)
    expect(store.read(['B'])).toHaveLength(28_000)
    expect(store.read(['A'])).toEqual([])
  })
})
