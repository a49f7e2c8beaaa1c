/**
 * Adding elements to a structure tree.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef } from '../../src/pdf/objects.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import { StructureAddition } from '../../src/pdf/writing/structure-addition.js'
import { makePdf, ONE_PAGE, plain } from './make-pdf.js'

const ROOT = new PdfRef(5)

function open(objects: Record<number, string>) {
  const document = PdfDocument.open(makePdf({ ...ONE_PAGE, ...objects }))
  const increment = new IncrementWriter(document)
  return { document, increment, addition: StructureAddition.open(document, increment, ROOT) }
}

/** Adds an element with an entry in the parent tree; gives the objects as they are afterwards. */
function addTo(objects: Record<number, string>) {
  const { increment, addition } = open(objects)
  if (addition === undefined) throw new Error('The tree was found unsound.')
  const element = increment.add(new PdfDict({ S: PdfName.of('Form'), P: addition.parent }))
  addition.addElement(element)
  const key = addition.addEntry(element)
  addition.finish()
  const objectAfter = (num: number) => plain(increment.resolve(new PdfRef(num)))
  return { key, ref: `${element.num} 0 R`, parent: addition.parent.num, objectAfter }
}

describe('StructureAddition', () => {
  it('adds below the element of the document, behind what is there', () => {
    const { key, ref, parent, objectAfter } = addTo({
      5: '<</Type /StructTreeRoot /K 6 0 R /ParentTree 7 0 R /ParentTreeNextKey 9>>',
      6: '<</S /Document /P 5 0 R /K [8 0 R 3]>>',
      7: '<</Nums [0 [8 0 R] 4 8 0 R]>>',
      8: '<</S /P /P 6 0 R>>',
    })
    expect([key, parent]).toEqual([9, 6])
    expect(objectAfter(6)).toMatchObject({ K: ['8 0 R', 3, ref] })
    expect(objectAfter(5)).toMatchObject({ K: '6 0 R', ParentTree: '7 0 R', ParentTreeNextKey: 10 })
    expect(objectAfter(7)).toEqual({ Nums: [0, ['8 0 R'], 4, '8 0 R', 9, ref] })
  })

  it('adds below the root where there is more than one element, or none', () => {
    const many = addTo({
      5: '<</Type /StructTreeRoot /K [6 0 R 8 0 R] /ParentTree <</Nums [3 6 0 R]>>>>',
      6: '<</S /Document /P 5 0 R>>',
      8: '<</S /P /P 5 0 R>>',
    })
    expect([many.key, many.parent]).toEqual([4, 5])
    expect(many.objectAfter(5)).toMatchObject({
      K: ['6 0 R', '8 0 R', many.ref],
      ParentTree: { Nums: [3, '6 0 R', 4, many.ref] },
      ParentTreeNextKey: 5,
    })
    const none = addTo({ 5: '<</Type /StructTreeRoot>>' })
    expect(none.objectAfter(5)).toMatchObject({
      K: [none.ref],
      ParentTree: { Nums: [0, none.ref] },
      ParentTreeNextKey: 1,
    })
  })

  it('takes keys that no entry has, whatever the root says', () => {
    const objects = {
      5: '<</K 6 0 R /ParentTree <</Nums [41 6 0 R]>> /ParentTreeNextKey 2>>',
      6: '<</S /Sect /P 5 0 R>>',
    }
    expect(addTo(objects).key).toBe(42)
  })

  it('extends the last leaf of a spread tree, and the limits above it; an array of kids in its own object', () => {
    const { objectAfter, ref } = addTo({
      5: '<</Type /StructTreeRoot /K 12 0 R /ParentTree 7 0 R>>',
      7: '<</Kids [9 0 R 10 0 R]>>',
      9: '<</Limits [0 4] /Nums [0 6 0 R 4 6 0 R]>>',
      10: '<</Limits [5 8] /Kids [11 0 R]>>',
      11: '<</Limits [5 8] /Nums [5 6 0 R 8 6 0 R]>>',
      6: '<</S /Document /P 5 0 R>>',
      12: '[6 0 R 6 0 R]',
    })
    expect(objectAfter(12)).toEqual(['6 0 R', '6 0 R', ref])
    expect(objectAfter(9)).toEqual({ Limits: [0, 4], Nums: [0, '6 0 R', 4, '6 0 R'] })
    expect(objectAfter(10)).toEqual({ Limits: [5, 9], Kids: ['11 0 R'] })
    expect(objectAfter(11)).toEqual({ Limits: [5, 9], Nums: [5, '6 0 R', 8, '6 0 R', 9, ref] })
  })

  it.each([
    ['no root', { 6: '<<>>' }],
    ['a root that is no dictionary', { 5: '[1 2]' }],
    ['a number tree that is none', { 5: '<</K 6 0 R /ParentTree 7 0 R>>', 6: '<<>>', 7: '(text)' }],
    ['a number tree in a circle', { 5: '<</K 6 0 R /ParentTree 7 0 R>>', 6: '<<>>', 7: '<</Kids [7 0 R]>>' }],
  ])('leaves alone a tree with %s', (_, objects) => {
    expect(open(objects as Record<number, string>).addition).toBeUndefined()
  })

  it('changes nothing when nothing was added', () => {
    const { document, increment, addition } = open({ 5: '<</K 6 0 R>>', 6: '<</S /Document>>' })
    addition?.finish()
    expect(plain(increment.resolve(ROOT))).toEqual(plain(document.resolve(ROOT)))
  })
})
