/**
 * Links between pages. The site's generator stops at those that lead nowhere, and takes minutes to say so; readers of the
 * files follow the same ones.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { PAGES, ROOT, readPage } from './code-blocks.js'

/** Pages that are no part of the site, where links may lead to any file of the repository. */
const AT_THE_ROOT = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']

/** Links to files, without those to the web. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))
}

/** What a heading is called in an address, as GitHub and VitePress do it for plain headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

/** The file that a link of a page leads to. */
function targetOf(page: string, link: string): string {
  const [path = ''] = link.split('#')
  return path === '' ? page : join(dirname(page), path)
}

function faultOf(page: string, link: string): string | undefined {
  const [, anchor] = link.split('#')
  const target = targetOf(page, link)
  // The reference is made by `npm run docs:build`.
  if (target.startsWith('docs/reference')) return undefined
  if (page.startsWith('docs/') && !target.startsWith('docs/')) return `${page}: ${link} leads out of the site`
  if (!existsSync(ROOT + target)) return `${page}: ${link} leads nowhere`
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(readPage(target)).includes(anchor)) return undefined
  return `${page}: ${link} names no heading`
}

it('every link leads somewhere', () => {
  const links = [...new Set([...PAGES, ...AT_THE_ROOT])].flatMap((page) =>
    linksOf(readPage(page)).map((link) => [page, link] as const),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.flatMap(([page, link]) => faultOf(page, link) ?? [])).toEqual([])
})

it('finds links that lead nowhere', () => {
  expect(linksOf('a [b](c.md#d) `[no](x.md)` [e](https://example.com)')).toEqual(['c.md#d'])
  expect(faultOf('docs/start.md', 'nowhere.md')).toMatch(/nowhere/)
  expect(faultOf('docs/start.md', '../README.md')).toMatch(/out of the site/)
  expect(faultOf('README.md', 'docs/start.md#no-such')).toMatch(/no heading/)
})

it('every page of the site is found from the first one in three clicks', () => {
  let reached = new Set(['docs/index.md'])
  for (let clicks = 0; clicks < 3; clicks++) {
    const targets = [...reached].flatMap((page) => linksOf(readPage(page)).map((link) => targetOf(page, link)))
    reached = new Set([...reached, ...targets.filter((target) => PAGES.includes(target))])
  }
  expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})
