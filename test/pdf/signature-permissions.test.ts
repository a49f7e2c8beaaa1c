/**
 * What signatures permit and lock, also where it is written in odd ways.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import {
  certificationPermission,
  docMdpPermission,
  fieldLocks,
  locksField,
  readFieldLock,
} from '../../src/pdf/form/signature-permissions.js'
import { PdfDict, PdfRef } from '../../src/pdf/objects.js'
import { makePdf, ONE_PAGE } from './make-pdf.js'

function open(objects: Record<number, string>): PdfDocument {
  return PdfDocument.open(makePdf({ ...ONE_PAGE, ...objects }))
}

function dictOf(document: PdfDocument, num: number): PdfDict {
  const object = document.get(new PdfRef(num))
  if (!(object instanceof PdfDict)) throw new Error(`Object ${num} is no dictionary.`)
  return object
}

const reference = (params: string, method = '/DocMDP') => `<</Type /SigRef /TransformMethod ${method} ${params}>>`
const P1 = reference('/TransformParams <</P 1>>')
const P3 = reference('/TransformParams <</P 3>>')
const ALL = { action: 'All', fields: [] }

describe('permissions', () => {
  it.each([
    [`[${P1}]`, 1],
    [`[${reference('/TransformParams <</P 3>>', '/FieldMDP')} ${P3}]`, 3],
    [`[${reference('/TransformParams <<>>')}]`, 2],
    [`[${reference('')}]`, 2],
    [`[${P3} ${P1} ${reference('')}]`, 1],
    [`[${reference('', '/FieldMDP')}]`, undefined],
    ['[null]', undefined],
    ['null', undefined],
    // What cannot be read permits the least.
    [P3, 3],
    [`[[${P3}]]`, 1],
    [`[${P3} (x)]`, 1],
    [`[${reference('/TransformParams <</P 3>>', '(DocMDP)')}]`, 1],
    ['(DocMDP)', 1],
  ])('of a signature with the references %s are %s', (references, permission) => {
    const document = open({ 10: `<</Type /Sig /Reference ${references}>>` })
    expect(docMdpPermission(document, dictOf(document, 10))).toBe(permission)
  })

  const certified = (perms: string, fields = '') =>
    open({
      1: `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [${fields}]>> ${perms}>>`,
      10: `<</Type /Sig /Contents <00> /Reference [${P1}]>>`,
      11: '<</Type /Sig>>',
      12: `<</Type /Sig /Contents <00> /Reference [${P3}]>>`,
      13: '<</FT /Sig /T (certifies) /V 12 0 R>>',
      14: '<</FT /Sig /T (approves) /V 10 0 R>>',
    })

  it('of a document come from the signature that certifies it', () => {
    expect(certificationPermission(certified('/Perms <</DocMDP 10 0 R>>'))).toBe(1)
    expect(certificationPermission(certified('/Perms <</DocMDP 11 0 R>>'))).toBe(2)
    expect(certificationPermission(certified('/Perms <</DocMDP 12 0 R>>', '13 0 R'))).toBe(3)
    expect(certificationPermission(certified('/Perms <</UR3 10 0 R>>'))).toBeUndefined()
    expect(certificationPermission(certified(''))).toBeUndefined()
  })

  it('of a certification that no field holds permit no comments', () => {
    expect(certificationPermission(certified('/Perms <</DocMDP 12 0 R>>'))).toBe(2)
    expect(certificationPermission(certified('/Perms <</DocMDP 12 0 R>>', '14 0 R'))).toBe(2)
  })
})

describe('locks', () => {
  const lockOf = (lock: string) => {
    const document = open({ 10: lock, 12: '(\\376\\377\\000b)' })
    return readFieldLock(document, dictOf(document, 10))
  }

  it.each([
    ['<</Action /All>>', ALL],
    ['<</Action /Include /Fields [(a) 12 0 R]>>', { action: 'Include', fields: ['a', 'b'] }],
    ['<</Action /Exclude /Fields [(a)]>>', { action: 'Exclude', fields: ['a'] }],
    ['<</P 1>>', undefined],
    // What cannot be read locks everything, and spares nothing.
    ['<<>>', ALL],
    ['<</Action /all>>', ALL],
    ['<</Action (Include) /Fields [(a)]>>', ALL],
    ['<</Fields [(a)] /P 2>>', ALL],
    ['<</Action /Include>>', ALL],
    ['<</Action /Include /Fields (a)>>', ALL],
    ['<</Action /Include /Fields [(a) /b]>>', ALL],
    ['<</Action /Exclude /Fields [(a) /b]>>', { action: 'Exclude', fields: ['a'] }],
    ['<</Action /Exclude>>', { action: 'Exclude', fields: [] }],
  ])('of a field with %s are %j', (lock, expected) => {
    expect(lockOf(lock)).toEqual(expected)
  })

  it.each([
    [`[${reference('/TransformParams <</Action /Include /Fields [(a)]>>', '/FieldMDP')} ${P1}]`, ['Include']],
    [reference('/TransformParams <</Action /Include /Fields [(a)]>>', '/FieldMDP'), ['Include']],
    [`[${reference('/TransformParams <</Action /Other>>', '/FieldMDP')}]`, ['All']],
    [`[${reference('', '/FieldMDP')}]`, ['All']],
    [`[[${reference('/TransformParams <</Action /Exclude>>', '/FieldMDP')}]]`, ['All']],
    [`[${P1}]`, []],
  ])('of a signature with the references %s are %j', (references, actions) => {
    const document = open({ 10: `<</Reference ${references}>>` })
    expect(fieldLocks(document, dictOf(document, 10)).map(({ action }) => action)).toEqual(actions)
  })

  it.each([
    ['All', [], 'a', true],
    ['Include', ['a'], 'a', true],
    ['Include', ['a'], 'a.b', true],
    ['Include', ['a'], 'ab', false],
    ['Include', ['a.b'], 'a', false],
    ['Exclude', ['a'], 'a', false],
    ['Exclude', ['a'], 'a.b', false],
    ['Exclude', ['a'], 'b', true],
    ['Exclude', [], 'b', true],
    // A code for a language is no part of a name to some readers.
    ['Include', ['\u001ben\u001ba'], 'a', true],
    ['Include', ['a\u0000'], 'a', true],
    ['Include', ['a'], '\u001benUS\u001ba.b', true],
    ['Exclude', ['\u001ben\u001ba'], 'a', true],
  ] as const)('of %s %j cover %s: %s', (action, fields, name, covered) => {
    expect(locksField({ action, fields }, name)).toBe(covered)
  })
})
