/**
 * The room that equations get beside other content.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readTable } from './flow-text.js'

const letter = (text: string) => `<mi>${text}</mi>`
const sum = (count: number) => `<math>${Array.from({ length: count }, () => letter('x')).join('<mo>+</mo>')}</math>`

/** Width of the column that an equation stands in, beside two that share the line between them. */
async function besideShares(math: string): Promise<number> {
  const cell = '<td style="width:50%">some words</td>'
  const table = await readTable(`<table style="width:100%"><tr>${cell}${cell}<td>${math}</td></tr></table>`)
  return table.columns[2] ?? 0
}

describe('columns with equations', () => {
  it('are as wide as their equations, also beside columns that ask for all there is', async () => {
    // Text of 11 points: an x takes about half of that, a plus sign with the room around it about as much as the size.
    const [two, six] = [await besideShares(sum(2)), await besideShares(sum(6))]
    expect(two).toBeGreaterThan(2 * 220)
    expect(six).toBeGreaterThan(6 * 220)
    expect(six).toBeLessThan(14 * 220)
  })

  it('are as wide as the wider part of a fraction, and leave less for scripts', async () => {
    const fraction = (above: string, below: string) =>
      besideShares(`<math><mfrac><mtext>${above}</mtext><mtext>${below}</mtext></mfrac></math>`)
    expect(await fraction('1', 'mmmmmmmmmm')).toBe(await fraction('mmmmmmmmmm', '1'))
    const script = await besideShares('<math><msup><mi>x</mi><mtext>mmmmmmmmmm</mtext></msup></math>')
    const full = await besideShares('<math><mi>x</mi><mtext>mmmmmmmmmm</mtext></math>')
    expect(script).toBeLessThan(full * 0.9)
    expect(script).toBeGreaterThan(full * 0.6)
  })

  it('do not force others out of the page for an equation that is wider than it', async () => {
    const table = await readTable(
      `<table style="width:100%"><tr><td>words that stand here</td><td>${sum(80)}</td></tr></table>`,
    )
    expect(table.columns[0]).toBeGreaterThan(600)
  })
})

describe('columns of a few letters', () => {
  it('take nothing from those beside them: each cell asks for what its columns have', async () => {
    const table = await readTable('<table role="presentation"><tr><td>Number 12</td><td>x</td><td>y</td></tr></table>')
    const widths = table.rows[0]?.cells.map(({ width }) => (width?.type === 'twips' ? width.value : undefined))
    expect(widths).toEqual(table.columns)
    expect(table.columns[1]).toBeLessThan(360)
  })
})
