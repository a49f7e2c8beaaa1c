/**
 * The space around operators in equations.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import type { MathNode } from '../../../src/typeset/model/document-model.js'
import type { RunProperties } from '../../../src/typeset/model/properties.js'
import { spaceMath } from '../../../src/typeset/text/space-math.js'
import { makeDocx } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const run = {} as RunProperties
const text = (value: string): MathNode => ({ type: 'text', text: value, run })
const row = (...items: MathNode[]): MathNode => ({ type: 'row', items })

/** Thick spaces as `~`, medium ones as `.`. */
function shown(node: MathNode): string {
  switch (node.type) {
    case 'row':
      return node.items.map(shown).join('')
    case 'text':
      return node.text
    case 'space':
      if (node.isInner === true) return ','
      return Math.abs(node.width - 5 / 18) < 1e-9 ? '~' : '.'
    case 'script':
      return `${shown(node.base)}^${node.sup === undefined ? '' : shown(node.sup)}`
    case 'fraction':
      return `[${shown(node.numerator)}/${shown(node.denominator)}]`
    default:
      return node.type
  }
}

const spaced = (...items: MathNode[]) => shown(spaceMath(row(...items)))

describe('spaceMath', () => {
  it('sets relations apart more than operations', () => {
    expect(spaced(text('a=b+c'))).toBe('a~=~b.+.c')
    expect(spaced(text('a'), text('±'), row(text('b'), text('≤'), text('c')))).toBe('a.±.b~≤~c')
  })

  it('leaves signs with what they belong to', () => {
    expect(spaced(text('−a=−b'))).toBe('−a~=~−b')
    expect(spaced(text('(−a,+b)−c'))).toBe('(−a,+b).−.c')
    expect(spaced(text('a+'))).toBe('a+')
    expect(spaced(text('='))).toBe('=')
  })

  it('keeps marks, pairs of relations and blanks of the author', () => {
    expect(spaced(text('a=\u0338b'))).toBe('a~=\u0338~b')
    expect(spaced(text('a>=b'))).toBe('a~>=~b')
    expect(spaced(text('a = b'))).toBe('a = b')
  })

  it('sets functions apart from a letter or bracket in front of them, and from nothing else', () => {
    const before: MathNode = { type: 'space', width: 3 / 18, isInner: true }
    const sine = row(before, text('sin'))
    expect(spaced(text('a'), sine)).toBe('a,sin')
    expect(spaced(text('(a)'), sine, text('b'), sine)).toBe('(a),sinb,sin')
    for (const [front, shown] of [
      ['', 'sin'],
      ['(', '(sin'],
      ['a=', 'a~=~sin'],
      ['−', '−sin'],
      ['a+', 'a.+.sin'],
      ['a ', 'a sin'],
    ] as const)
      expect(spaced(text(front), sine)).toBe(shown)
  })

  it('spaces fractions, but no scripts and no words', () => {
    const sum = text('n+1')
    const fraction: MathNode = { type: 'fraction', numerator: sum, denominator: text('2'), bar: 'bar' }
    expect(spaced(fraction, text('+'), { type: 'script', base: text('x'), sup: sum })).toBe('[n.+.1/2].+.x^n+1')
    expect(spaced({ type: 'text', text: 'e-mail', run, isPlain: true })).toBe('e-mail')
  })

  it.skipIf(!hasTool('pdftotext'))('is what pages of a DOCX show', async () => {
    const equation = (text: string) =>
      `<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>${text}</m:t></m:r></m:oMath><w:r><w:t>end</w:t></w:r></w:p>`
    // The same characters, with one space of 5/18 em around the sign or with two. The text is of 10 points.
    const { bytes } = await convertDocxToPdf(makeDocx(equation('=ab') + equation('a=b')), {})
    const boxes = await withFiles({ 'a.pdf': bytes }, async (path) => {
      return spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' }).stdout
    })
    const [one = 0, two = 0] = [...boxes.matchAll(/xMax="([\d.]+)"[^>]*>[^<]*end</g)].map(([, right]) => Number(right))
    expect(two - one).toBeCloseTo((10 * 5) / 18, 0)
  })
})
