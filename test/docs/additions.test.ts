/**
 * The page on what may be added to a signed page says what the source does: its limits and its codes.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INK_POLICY, type PolicyName } from '../../src/ink/ink-policy.js'
import { ROOT, readPage } from './code-blocks.js'

const page = readPage('docs/additions.md')

/** Cells of all tables of a page, row by row, without the rows that only draw lines. */
function tableRows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.map((line) => line.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()))
}

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** Limits that the page gives for numbers of the policy, by their names: `42 %` is 0.42. */
function statedLimits(text: string): [name: string, value: number][] {
  return tableRows(text).flatMap((cells) => {
    const names = cells.length === 4 ? quoted(cells[3] ?? '').filter((name) => /^[a-z]+[A-Z]\w*$/.test(name)) : []
    const limit = cells[1] ?? ''
    const values = [...limit.matchAll(/\d+(?:\.\d+)?/g)].map(Number)
    const unit = limit.includes('%') ? 100 : 1
    return names.map((name, i): [string, number] => [name, (values[i] ?? Number.NaN) / unit])
  })
}

/** Whatever stands in single quotes in the sources of the verifier. */
function quotedInVerifier(): Set<string> {
  const folder = `${ROOT}src/verify`
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'))
  return new Set(texts.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)))
}

describe('What may be added to a signed page', () => {
  it('gives limits as they stand in the table of the policy', () => {
    const stated = statedLimits(page)
    const expected = stated.map(([name]) => [name, INK_POLICY[name as PolicyName]?.value])
    expect(stated).toEqual(expected)
    expect(stated.length).toBeGreaterThan(15)
  })

  it('is found out when a limit is wrong', () => {
    expect(statedLimits('| ink | 8 % | why | `erasedShare` |')).toEqual([['erasedShare', 0.08]])
    expect(statedLimits('| line | 0.9 to 1.4 ems | why | `nextLineFrom`, `readTogether` |')).toEqual([
      ['nextLineFrom', 0.9],
      ['readTogether', 1.4],
    ])
  })

  it('names codes that the verifier gives', () => {
    const codes = tableRows(page).flatMap((cells) =>
      quoted(cells.at(-1) ?? '').filter((name) => /^[a-z_]+$/.test(name)),
    )
    const known = quotedInVerifier()
    expect(new Set(codes).size).toBeGreaterThan(40)
    expect(codes.filter((code) => !known.has(code))).toEqual([])
  })

  it('has a code for every refusal, but where it points to other rows', () => {
    const refusals = tableRows(page).filter((cells) => cells.length === 4 && cells[2] === 'always')
    expect(refusals.filter((cells) => quoted(cells[3] ?? '').length === 0)).toEqual([])
  })
})
