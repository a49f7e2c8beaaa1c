/**
 * Documents that `fuzz-cost.ts` begins with, and how it changes them.
 *
 * @module
 */

import { PdfDict } from '../../src/pdf/objects.js'
import { makeBodyDocx } from '../convert/support/rich-docx.js'
import type { Random } from '../support/mutate.js'
import { makeContract } from '../verify/support/contract.js'
import { stream } from '../verify/support/notation.js'
import type { CostlyCall } from './cost-child.js'
import { type CostlyDrawing, DRAWING_COSTS, DRAWING_PLACES, documentWith, packed } from './drawing-costs.js'
import { generateHtml, generateMarkdown } from './generate-markup.js'
import { generateHtmlProduct, generateMarkdownProduct } from './generate-products.js'

/** Text that is mutated, and the document that is made of it. */
export interface CostCase {
  readonly name: string
  readonly call: CostlyCall
  readonly text: string
  readonly build: (text: string) => Uint8Array | Promise<Uint8Array>
}

/** Largest text: packed, most of it fits into a document of 100 KB. */
const MAX_TEXT = 2_000_000

const MARKUP = {
  md: [
    '$a ',
    '|a',
    '|-',
    '\n',
    '> ',
    '- ',
    '[',
    '](a)',
    '*',
    '_a',
    '`',
    '<b>',
    '[^a]',
    '~',
    '# a\n',
    '$$\n',
    '&amp;',
    '![',
    '1. ',
    '[a]: b\n\n[a] ',
    '|a|\n|-|\n|',
    '- [ ] a\n',
    '![a](b) ',
    '```js\na(',
  ],
  html: [
    '<div>',
    '<p>a',
    '<td>',
    '<table>',
    '<tr>',
    '<pre>a\n',
    '<ul><li>',
    '<svg>',
    '<span style="float:left">',
    '&rlm;',
    '<td colspan=9>',
    '<td rowspan=9>',
    '<b>',
    '<ruby>',
    '<math>',
    '<style>*{color:red}</style>',
    '<style>p:has(b)~p:nth-child(2n)::before{content:counter(a)"x";counter-increment:a}</style><p>',
    '<p style="--a:1;margin:calc(1px * 2)">',
    '<div style="display:grid;grid-template-columns:repeat(99,1fr)">',
    '<div style="display:flex"><p>a',
    '<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
    '<a href=x>a',
    '<ol><li>a',
  ],
  docx: [
    '<w:p/>',
    '<w:p><w:r><w:t>a b</w:t></w:r></w:p>',
    '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>',
    '<w:p><w:r><w:tab/><w:br/></w:r></w:p>',
    '<w:p><w:pPr><w:pageBreakBefore/></w:pPr></w:p>',
  ],
} as const

/** Documents of one long thing that is used many times, for each call. */
const PRODUCTS = 60

function isMarkdown(call: CostlyCall): boolean {
  return call.startsWith('md')
}

/** All cases to begin with. */
export function costSeeds(random: Random): CostCase[] {
  const drawings = Object.entries(DRAWING_COSTS).flatMap(([name, make]) => drawingSeeds(name, make(0.2)))
  const build = (text: string) => new TextEncoder().encode(text)
  const calls = ['md', 'html', 'md to docx', 'html to docx'] as const
  const markup = calls.flatMap((call) => [
    ...MARKUP[isMarkdown(call) ? 'md' : 'html'].map((unit) => ({
      name: `${call} of ${JSON.stringify(unit)}`,
      call,
      text: unit.repeat(2000),
      build,
    })),
    {
      name: `generated ${call}`,
      call,
      text: isMarkdown(call) ? generateMarkdown(random) : generateHtml(random),
      build,
    },
    ...Array.from({ length: PRODUCTS }, (_, number) => ({
      name: `${call}, product ${number}`,
      call,
      text: isMarkdown(call) ? generateMarkdownProduct(random) : generateHtmlProduct(random),
      build,
    })),
  ])
  const docx = MARKUP.docx.map((unit) => ({
    name: `docx of ${unit.slice(0, 30)}`,
    call: 'docx' as const,
    text: unit.repeat(500),
    build: (text: string) => makeBodyDocx(text),
  }))
  return [...drawings, ...markup, ...docx]
}

function drawingSeeds(name: string, drawing: CostlyDrawing): CostCase[] {
  const verified = DRAWING_PLACES.map((place) => ({
    name: `${name} (${place})`,
    call: 'verify' as const,
    text: drawing.content,
    build: (content: string) => documentWith({ ...drawing, content }, place),
  }))
  const page = (content: string) =>
    makeContract({
      prepare: (file, refs) => file.put(refs.content3, packed(stream(new PdfDict({}), '').dict, content)),
    }).bytes
  return [...verified, { name: `${name} (page to sign)`, call: 'sign', text: drawing.content, build: page }]
}

/** Repeats, moves, joins and changes parts of a text: what is costly is made more so. */
export function mutateText(text: string, other: string, random: Random): string {
  const [from, to] = [random(text.length + 1), random(text.length + 1)].sort((a, b) => a - b) as [number, number]
  const part = text.slice(from, Math.min(to, from + 1 + random(400)))
  const at = random(text.length + 1)
  const changed = [
    () => text.slice(0, at) + part.repeat(1 + random(2000)) + text.slice(at),
    () => text + text,
    () => text.slice(0, from) + text.slice(to),
    () => text.slice(0, at) + other.slice(0, 1 + random(2000)) + text.slice(at),
    () => text.replace(/\d+/g, (digits) => (random(9) === 0 ? String(random(100_000)) : digits)),
    () => part.repeat(Math.ceil(text.length / Math.max(1, part.length))),
  ][random(6)]
  return (changed?.() ?? text).slice(0, MAX_TEXT)
}
