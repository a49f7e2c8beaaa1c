/**
 * The changelog can be read before an upgrade.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { MAX_UNRELEASED_LINES, releaseChangelog, unreleasedLines } from '../../build/release.js'

const changelog = readFileSync(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8')
const release = { version: '9.0.0', date: '2026-11-27' }
const withLines = (count: number) =>
  `# Changelog\n\n## Unreleased\n\n${'- **It works.**\n'.repeat(count)}\n## 0.1.0\n\nFirst.\n`

it('has ten headlines for the release, and what code must change', () => {
  const lines = unreleasedLines(changelog)
  expect(lines.length).toBeLessThanOrEqual(MAX_UNRELEASED_LINES)
  expect(lines.filter((line) => /^\d+\. \*\*/.test(line)).length).toBeLessThanOrEqual(10)
})

it('gets the number of a release, with an empty section for what comes next', () => {
  expect(releaseChangelog(withLines(1), release)).toContain(
    '## Unreleased\n\n## 9.0.0 (2026-11-27)\n\n- **It works.**\n\n## 0.1.0\n',
  )
  expect(releaseChangelog(changelog, release)).toContain('## 9.0.0 (2026-11-27)')
})

it('is not released when it is too long, empty, or out of order', () => {
  expect(() => releaseChangelog(withLines(MAX_UNRELEASED_LINES), release)).not.toThrow()
  expect(() => releaseChangelog(withLines(MAX_UNRELEASED_LINES + 1), release)).toThrow('has 61 lines')
  expect(() => releaseChangelog(withLines(0), release)).toThrow('Nothing stands')
  expect(() => releaseChangelog(withLines(1), { ...release, version: '0.1.0' })).toThrow('already')
  expect(() => releaseChangelog(withLines(1), { ...release, version: 'next' })).toThrow('no version')
})
