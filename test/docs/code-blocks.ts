/**
 * The TypeScript of README and of the pages in `docs/`.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One fenced block of TypeScript. */
export interface CodeBlock {
  /** Path of the page from the root of the project, with `/`. */
  readonly page: string
  /** Line of the page on which its code begins, counted from one. */
  readonly line: number
  /** The block is marked ```` ```ts run ````: it works with the files that the pages speak of. */
  readonly runs: boolean
  readonly code: string
}

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Which source is behind which entry of the package: `sealwright/node` to `adapters/node.ts`. */
export const ENTRIES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(`${ROOT}docs/.vitepress/entries.json`, 'utf8'),
)

/** README and all pages that are written by hand. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !name.startsWith('reference/') && !name.startsWith('.vitepress/'))
    .map((name) => `docs/${name}`)
    .sort(),
]

/** The text of a page. */
export function readPage(page: string): string {
  return readFileSync(ROOT + page, 'utf8')
}

/** The blocks of TypeScript in a page, in their order. */
export function codeBlocks(page: string): CodeBlock[] {
  const text = readPage(page)
  return [...text.matchAll(/^```(?:ts|typescript)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length + 1,
    runs: /\brun\b/.test(match[1] ?? ''),
    code: match[2] ?? '',
  }))
}
