/**
 * Examples of the specifications of CommonMark and GFM: Markdown, and the HTML that it means.
 *
 * @module
 */
import { convertFile } from '../../../src/convert/convert-file.js'
import { structureOfDocx } from './structure-of-docx.js'
import { structureOfHtml } from './structure-of-html.js'

export interface SpecExample {
  readonly number: number
  readonly section: string
  readonly markdown: string
  readonly html: string
}

const EXAMPLE = /^`{32} example[^\n]*\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm
export const EXAMPLE_BASE_URL = 'https://docx.invalid/'

/** The examples of a `spec.txt`; an arrow stands for a tab there. */
export function readExamples(specification: string): SpecExample[] {
  const examples: SpecExample[] = []
  let section = ''
  for (const [, markdown, html, heading] of specification.replaceAll('→', '\t').matchAll(EXAMPLE)) {
    if (heading !== undefined) section = heading
    else if (markdown !== undefined && html !== undefined) {
      examples.push({ number: examples.length + 1, section, markdown, html })
    }
  }
  return examples
}

/** Converts an example to DOCX and compares the structure. */
export async function compareExample({ markdown, html }: SpecExample) {
  const input = new TextEncoder().encode(markdown)
  const { bytes } = await convertFile(input, { from: 'md', to: 'docx' }, { baseUrl: EXAMPLE_BASE_URL })
  const expected = structureOfHtml(html, EXAMPLE_BASE_URL)
  const found = structureOfDocx(bytes, EXAMPLE_BASE_URL)
  const isKept = isSame(expected, found)
  // Examples of CommonMark leave addresses alone that an extension of GFM makes links.
  const isExtended = !isKept && isSame(structureOfHtml(linkAddresses(html), EXAMPLE_BASE_URL), found)
  return { isKept, isExtended, expected, found }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const ADDRESS =
  /(?<![\w/@.:+-])(?:https?:\/\/|www\.)[\w-]+(?:\.[\w-]+)*[^\s<]*|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]*\w)+/g

/** Extended autolinks (GFM 6.9) in the text of HTML: not in links and code. */
function linkAddresses(html: string): string {
  let inside = 0
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      const [, end, name] = /^<(\/?)(\w+)/.exec(part) ?? []
      if (name === 'a' || name === 'code' || name === 'pre') inside += end === '/' ? -1 : 1
      return part.startsWith('<') || inside > 0 ? part : part.replace(ADDRESS, linkOf)
    })
    .join('')
}

/** Punctuation at the end is not part of an address (GFM 6.9). */
function linkOf(found: string): string {
  const address = found.replace(/(?:[?!.,:*_~'"]|&\w+;)+$/, '')
  const scheme = address.startsWith('www.') ? 'http://' : /^https?:/.test(address) ? '' : 'mailto:'
  return `<a href="${scheme}${address}">${address}</a>${found.slice(address.length)}`
}
