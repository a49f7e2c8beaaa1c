/**
 * Where long equations are broken.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import type { MathNode } from '../../../src/typeset/model/document-model.js'
import type { RunProperties } from '../../../src/typeset/model/properties.js'
import { breakMath } from '../../../src/typeset/text/break-math.js'
import { readWithPdfjs } from '../../convert/support/read-with-pdfjs.js'
import { makeDocx } from '../../support/make-docx.js'

const run = {} as RunProperties
const text = (value: string): MathNode => ({ type: 'text', text: value, run })
const row = (...items: MathNode[]): MathNode => ({ type: 'row', items })
const half: MathNode = { type: 'fraction', numerator: text('a+b'), denominator: text('2'), bar: 'bar' }

function shown(node: MathNode): string {
  if (node.type === 'row') return node.items.map(shown).join('')
  return node.type === 'text' ? node.text : `<${node.type}>`
}

const pieces = (node: MathNode) => breakMath(node).map(shown)

describe('breakMath', () => {
  it('cuts in front of operators of the outermost row', () => {
    expect(pieces(row(text('f(x) = a'), row(text(' + b'), half), text('−c')))).toEqual([
      'f(x) ',
      '= a ',
      '+ b<fraction>',
      '−c',
    ])
    expect(pieces(row(half, text('=1')))).toEqual(['<fraction>', '=1'])
  })

  it('leaves signs with what they belong to', () => {
    expect(pieces(text('−a=−b,−c(+d)'))).toEqual(['−a', '=−b,−c(+d)'])
    expect(pieces(row())).toEqual([''])
    expect(pieces(text('𝑥=𝑦'))).toEqual(['𝑥', '=𝑦'])
  })
})

describe('equations that are wider than their column', () => {
  const math = (content: string) =>
    makeDocx(
      `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMathPara><m:oMath>${content}</m:oMath></m:oMathPara></w:p>`,
    )
  const r = (value: string) => `<m:r><m:t>${value}</m:t></m:r>`

  it('go on in the next line', async () => {
    const terms = Array.from({ length: 60 }, (_, index) => `x${index}`)
    const { bytes, warnings } = await convertDocxToPdf(math(r(terms.join('+'))), {})
    expect(warnings).toEqual([])
    const found = (await readWithPdfjs(bytes)).pages.join().normalize('NFKC').replace(/\s/g, '')
    expect(found).toContain(terms.join('+'))
  })

  it('become smaller where they have no operator', async () => {
    const fraction = `<m:f><m:num>${r('wide'.repeat(40))}</m:num><m:den>${r('2')}</m:den></m:f>`
    const { warnings } = await convertDocxToPdf(math(fraction), {})
    expect(warnings).toEqual([])
  })
})
