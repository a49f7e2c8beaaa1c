/**
 * README and docs: their links, their tables, their commands.
 *
 * @module
 */

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import bundledPackages from '../build/bundled-packages.json' with { type: 'json' }
import { API_OPTION_NAMES } from '../src/http/known-options.js'
import { ERROR_STATUS, ERROR_TABLE, type ErrorCode } from '../src/index.js'
import { PAGES } from './docs/code-blocks.js'

const read = (page: string) => readFileSync(new URL(`../${page}`, import.meta.url), 'utf8')
const readme = read('README.md')
const manifest = JSON.parse(read('package.json'))

describe('README and docs', () => {
  it('print the table of errors as it is', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `([a-z0-9_]+)` \| (\d{3}) \| (yes|no) \| (.+) \|$/gm)].map(
      (match) => match.slice(1),
    )
    const expected = Object.entries(ERROR_TABLE).map(([code, { retryable, title }]) => [
      code,
      String(ERROR_STATUS[code as ErrorCode]),
      retryable ? 'yes' : 'no',
      title,
    ])
    expect(rows).toEqual(expected)
  })

  it('have a sentence on every dependency', () => {
    const page = read('docs/dependencies.md')
    const unexplained = [...Object.keys(manifest.dependencies), ...bundledPackages].filter(
      (name) => !page.includes(`\`${name}\``),
    )
    expect(unexplained).toEqual([])
  })

  it('have a row for every option of createApi', () => {
    const [table = ''] =
      /\| option \| meaning \| default \|\n\|---\|---\|---\|\n\| `identity`(?:.*\n)+?\n/.exec(read('docs/http.md')) ??
      []
    const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    )
    expect(named.sort()).toEqual([...API_OPTION_NAMES].sort())
  })

  it('name only scripts that exist', () => {
    const named = [...PAGES, 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !(String(name) in manifest.scripts))).toEqual([])
  })

  it('begin with the commands of a clone', () => {
    expect(readme).toMatch(/^# sealwright\n\n```sh\nnpm ci && npm run demo .*\nnpm ci && npm test .*\n```\n/)
  })

  it('link to pages, files and headings that are there', () => {
    const broken = [...PAGES, 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md'].flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, path = '', anchor]) => !isThere(page, path, anchor))
        .map(([link]) => `${page}: ${link}`),
    )
    expect(broken).toEqual([])
  })
})

/** Whether a relative link leads to a file, and its anchor to a heading there. */
function isThere(page: string, path: string, anchor: string | undefined): boolean {
  const target = path === '' ? page : new URL(path, `file:///${page}`).pathname.slice(1)
  if (target.startsWith('docs/reference/')) return true
  if (!existsSync(new URL(`../${target}`, import.meta.url))) return false
  if (anchor === undefined) return true
  const slugs = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .trim()
      .replace(/ /g, '-'),
  )
  return slugs.includes(anchor)
}
