/**
 * Pages for contributors name files and folders that are there.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGES, ROOT, readPage } from './code-blocks.js'

const FOR_CONTRIBUTORS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...PAGES]

/** Paths in backquotes: `src/verify/`, `test/house/sizes.test.ts`. Patterns are none. */
function pathsIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/`((?:src|test|adapters|bench|build|examples)\/[\w./-]*)`/g)].map(([, path = '']) => path)
}

it('sees paths', () => {
  expect(pathsIn('`src/a.ts` and `test/` but `src/*.ts`, `other/a.ts`\n```\n`src/b.ts`\n```')).toEqual([
    'src/a.ts',
    'test/',
  ])
})

it('every file that a page names is there', () => {
  const named = FOR_CONTRIBUTORS.flatMap((page) => pathsIn(readPage(page)).map((path) => [page, path] as const))
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter(([, path]) => !existsSync(ROOT + path)).map((one) => one.join(': '))).toEqual([])
})
