/**
 * Name trees, read and added to.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameTreeEntries, withNameTreeEntry } from '../../src/pdf/catalog/name-tree.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, type PdfObject, PdfRef, PdfString } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import { codeOf } from '../support/code-of.js'
import { makePdf, ONE_PAGE, plain } from './make-pdf.js'

const ID = new Uint8Array(16)
const text = (value: string) => new PdfString(latin1Bytes(value))

/** Opens a file whose object 4 is the root of a name tree. */
function openTree(root: string, nodes: Record<number, string> = {}): PdfDocument {
  return PdfDocument.open(makePdf({ ...ONE_PAGE, 4: root, ...nodes }))
}

function list(document: PdfDocument, root: PdfObject = new PdfRef(4)): [string, unknown][] {
  return [...nameTreeEntries(document, root)].map(([key, value]) => [latin1Text(key.bytes), plain(value)])
}

/** Inserts a key and opens the file that comes out. */
function insert(document: PdfDocument, key: string, root: PdfObject = new PdfRef(4)) {
  const increment = new IncrementWriter(document)
  const changed = withNameTreeEntry(document, increment, root, text(key), 42)
  const whole = new Uint8Array(Buffer.concat([document.bytes, increment.finish(ID)]))
  return { changed, document: PdfDocument.open(whole) }
}

const TREE = {
  root: '<</Kids [5 0 R 6 0 R]>>',
  nodes: {
    5: '<</Limits [(b) (d)] /Names [(b) 1 (d) 2]>>',
    6: '<</Limits [(m) (z)] /Kids [7 0 R 8 0 R]>>',
    7: '<</Limits [(m) (o)] /Names [(m) 3 (o) 4]>>',
    8: '<</Limits [(x) (z)] /Names [(x) 5 (z) 6]>>',
  },
}

describe('nameTreeEntries', () => {
  it('gives all entries in order', () => {
    const expected = [
      ['b', 1],
      ['d', 2],
      ['m', 3],
      ['o', 4],
      ['x', 5],
      ['z', 6],
    ]
    expect(list(openTree(TREE.root, TREE.nodes))).toEqual(expected)
  })

  it.each([
    ['no tree', 'null', []],
    ['an empty one', '<<>>', []],
    ['an odd number of items', '<</Names [(a) 1 (b)]>>', [['a', 1]]],
    ['keys that are no strings', '<</Names [/a 1 (b) 2]>>', [['b', 2]]],
    ['indirect keys', '<</Names [5 0 R 2]>>', [['five', 2]]],
    ['a node that contains itself', '<</Names [(a) 1] /Kids [4 0 R]>>', [['a', 1]]],
    ['kids that are no nodes', '<</Kids [1 (x) null 99 0 R]>>', []],
  ])('lives with %s', (_, root, expected) => {
    expect(list(openTree(root, { 5: '(five)' }))).toEqual(expected)
  })

  it('lives with a node of very many kids', () => {
    const document = openTree(`<</Kids [${'null '.repeat(300_000)}5 0 R]>>`, { 5: '<</Names [(a) 1]>>' })
    expect(list(document)).toEqual([])
  })
})

describe('withNameTreeEntry', () => {
  it.each([
    ['a', 0, 5],
    ['c', 1, 5],
    ['e', 2, 5],
    ['n', 3, 7],
    ['p', 4, 7],
    ['y', 5, 8],
    ['zz', 6, 8],
  ])('puts %s into its place and widens the limits on the way', (key, at, leaf) => {
    const before = openTree(TREE.root, TREE.nodes)
    const { changed, document } = insert(before, key)
    expect(changed).toEqual(new PdfRef(4))
    const keys = list(document).map(([name]) => name)
    expect(keys).toEqual([...keys].sort())
    expect(keys.indexOf(key)).toBe(at)
    for (const num of [5, 6, 7, 8]) {
      const node = document.get(new PdfRef(num)) as PdfDict
      const [least, greatest] = plain(node.get('Limits')) as string[]
      const inside = list(document, new PdfRef(num)).map(([name]) => name)
      expect([inside.every((name) => name >= String(least) && name <= String(greatest)), inside[0]]).toEqual([
        true,
        least,
      ])
    }
    // Nodes that are not on the way stay as they were.
    for (const num of [5, 7, 8]) expect(document.revisionOf(num)).toBe(num === leaf ? 1 : 0)
  })

  it('makes a tree where there is none', () => {
    for (const root of [undefined, null, new PdfRef(99)]) {
      const { changed } = insert(openTree('null'), 'key', root as PdfObject)
      expect(plain(changed)).toEqual({ Names: ['key', 42] })
    }
  })

  it('gives back a direct tree for the caller to store, with its indirect nodes written', () => {
    const document = openTree('null', TREE.nodes)
    const direct = new PdfDict({ Kids: [new PdfRef(5), new PdfRef(6)] })
    const result = insert(document, 'c', direct)
    expect(plain(result.changed)).toEqual({ Kids: ['5 0 R', '6 0 R'] })
    expect(list(result.document, result.changed).map(([key]) => key)).toEqual(['b', 'c', 'd', 'm', 'o', 'x', 'z'])
  })

  it('orders by bytes, shorter keys first', () => {
    const document = openTree('<</Names [(a) 1 (ab) 2 (\\376\\377x) 3]>>')
    expect(list(insert(document, 'aa').document).map(([key]) => key)).toEqual(['a', 'aa', 'ab', '\xfe\xffx'])
  })

  it('keeps any flat tree sorted', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 })),
        fc.string({ unit: 'grapheme-ascii' }),
        (keys, key) => {
          const names = [...keys].sort().flatMap((name) => [text(name), 1])
          const { changed, document } = insert(openTree('null'), key, new PdfDict({ Names: names }))
          expect(list(document, changed).map(([name]) => name)).toEqual([...keys, key].sort())
        },
      ),
      { numRuns: 50 },
    )
  })

  it('refuses a tree that contains itself', () => {
    expect(codeOf(() => insert(openTree('<</Kids [4 0 R]>>'), 'a'))).toBe('invalid_document')
  })
})
