/**
 * What a conversion may take: how much that is, what counts, and what a refusal says.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import {
  CONVERSION_LIMITS,
  COSTS,
  ConversionBudget,
  createConversionBudget,
} from '../../src/convert/conversion-budget.js'
import { convertFile } from '../../src/convert/convert-file.js'
import { markdownToHtml } from '../../src/convert/markdown/markdown-to-html.js'

const MB = 1024 * 1024
const AMPLE = { steps: 1e12, bytes: 1e12 }

/** Whether `limit` is what a budget for so many bytes allows, and not one more. */
function allows(length: number, unit: 'steps' | 'bytes', limit: number): boolean {
  const take = (count: number) => {
    const budget = createConversionBudget(length)
    const held = budget.held('text')
    return () => (unit === 'steps' ? budget.step('cells', count) : budget.hold('cells', count - held))
  }
  expect(take(limit)).not.toThrow()
  expect(take(limit + 1)).toThrow(/takes too/)
  return true
}

/** What a conversion with a budget ends with. */
async function outcome(text: string, from: 'md' | 'html', budget: { steps?: number; bytes?: number }): Promise<string> {
  try {
    await convertFile(text, { from, to: 'docx' }, { budget })
    return 'done'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

describe('the budget of a conversion', () => {
  it('grows with the file, up to a limit', () => {
    expect(CONVERSION_LIMITS).toEqual({
      steps: { least: 15_000_000, perByte: 30, most: 250_000_000 },
      bytes: { least: 40 * MB, perByte: 1024, most: 1100 * MB },
    })
    expect(allows(0, 'steps', 15_000_000)).toBe(true)
    expect(allows(1000, 'steps', 15_030_000)).toBe(true)
    expect(allows(25 * MB, 'steps', 250_000_000)).toBe(true)
    expect(allows(0, 'bytes', 40 * MB)).toBe(true)
    expect(allows(1000, 'bytes', 40 * MB + 1_024_000)).toBe(true)
    expect(allows(25 * MB, 'bytes', 1100 * MB)).toBe(true)
  })

  it('names what took most', () => {
    const budget = new ConversionBudget({ steps: 100, bytes: 100 })
    budget.hold('cells', 60)
    budget.hold('text', 30)
    budget.step('styles', 90)
    expect(() => budget.hold('text', 20)).toThrow(/too much memory to convert, most of it for cells of tables/)
    expect(() => budget.step('selectors', 20)).toThrow(/too long to convert, most of it for different styles/)
  })

  it('takes back what was of no use', () => {
    const budget = new ConversionBudget({ steps: 0, bytes: 100 })
    budget.hold('elements', 90)
    budget.hold('elements', -90)
    expect(() => budget.hold('text', 100)).not.toThrow()
  })

  it('is set by the caller, each of its limits for itself', async () => {
    const page = '<style>p{color:red}</style><p>a'
    expect(await outcome(page, 'html', {})).toBe('done')
    expect(await outcome(page, 'html', { bytes: 2000 })).toMatch(/document_too_complex: .* memory .* elements,/)
    expect(await outcome(page, 'html', { steps: 20 })).toMatch(/document_too_complex: .* too long/)
    expect(await outcome('# a', 'md', { bytes: 1000 })).toMatch(/document_too_complex: .* elements,/)
    expect(await outcome(page, 'html', { bytes: 0 })).toMatch(/invalid_request: budget\.bytes/)
    expect(await outcome(page, 'html', { speed: 1 } as object)).toMatch(/invalid_request: budget\.speed/)
  })
})

describe('tokens of Markdown', () => {
  const held = (markdown: string) => {
    const budget = new ConversionBudget(AMPLE)
    markdownToHtml(markdown, { budget })
    return budget.held('elements')
  }

  it('are counted one by one, whichever rule they come from', () => {
    // A paragraph, its text, and code; the end of a line that no paragraph takes is a token, too.
    expect(held('a `b`')).toBe(3 * COSTS.token)
    expect(held('a `b`\n\nc')).toBe(6 * COSTS.token)
    expect(held('---\n***\n')).toBe(4 * COSTS.token)
  })

  it('are counted before they are made where a list has many', () => {
    const list = '- a\n'.repeat(1000)
    const budget = new ConversionBudget({ steps: 1, bytes: 1000 * COSTS.item - 1 })
    expect(() => markdownToHtml(list, { budget })).toThrow(/too much memory/)
    expect(budget.held('elements')).toBe(1000 * COSTS.item)
  })
})

/** By what a refusal is to name: a document that asks for much of it and for little of all else. */
const MULTIPLIED: Readonly<Record<string, readonly ['md' | 'html', string]>> = {
  'cells of tables': ['html', `<table><tr>${'<td rowspan=999>a'.repeat(60)}${'<tr>'.repeat(900)}</table>`],
  'content that style sheets add': [
    'html',
    `<style>p::before{content:${'"x" '.repeat(20_000)}}</style>${'<p>'.repeat(2000)}`,
  ],
  'elements that are compared with selectors': [
    'html',
    `<style>${Array.from({ length: 500 }, (_, i) => `b~p:has(i.a${i}){color:red}`).join('')}</style><b></b>${'<p><i></i></p>'.repeat(4000)}`,
  ],
  'different styles of elements': [
    'html',
    `<style>*{${Array.from({ length: 3000 }, (_, i) => `--v${i}:1;`).join('')}}</style>${Array.from({ length: 500 }, (_, i) => `<p style="--w${i}:1">a`).join('')}`,
  ],
  'lines of text': ['html', `<pre>${'a\n'.repeat(90_000)}</pre>`],
  'addresses of links and pictures': ['md', `[a]: x${'y'.repeat(30_000)}\n\n${'[a] '.repeat(1000)}`],
  'rules and declarations of style sheets': ['html', `<style>${'a,'.repeat(99_000)}a{color:red}</style>`],
  'elements, their attributes and texts': [
    'html',
    `<p>${Array.from({ length: 300 }, (_, i) => `<font a${i}>`).join('')}</p>${'<p>a</p>'.repeat(400)}`,
  ],
}

describe('what multiplies', () => {
  it.each(Object.entries(MULTIPLIED))(
    'is counted: %s',
    async (what, [from, text]) => {
      const ended = await outcome(text, from, { steps: 4_000_000, bytes: 20 * MB })
      expect(ended).toMatch(/^document_too_complex/)
      expect(ended).toContain(`most of it for ${what}`)
      expect(await outcome(text.slice(0, 2000), from, AMPLE)).toBe('done')
    },
    60_000,
  )
})

describe('rules about what is around an element', () => {
  const page = (selector: string, rules: number, elements: number) =>
    `<style>${`${selector}{color:red}`.repeat(rules)}</style>${'<p>'.repeat(elements)}`

  it.each(['p+p', 'p~p', 'p:has(~p)', 'p:has(~b)', ':has(p)', 'p:empty'])(
    'cost what they take, where very many hold for very many: %s',
    async (selector) => {
      expect(await outcome(page(selector, 1600, 7500), 'html', {})).toMatch(/document_too_complex: .* selectors/)
      expect(await outcome(page(selector, 20, 500), 'html', {})).toBe('done')
    },
  )
})
