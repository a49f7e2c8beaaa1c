/**
 * Makes a release of what is on the disk: checks the changelog, gives "Unreleased" the number, and writes the number where it
 * stands. Nothing is published or committed.
 *
 *     tsx build/release.ts 0.2.0
 *
 * @module
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** What a person reads before an upgrade. */
export const MAX_UNRELEASED_LINES = 60

/** What a release makes of a changelog. */
export interface Release {
  readonly version: string
  /** `2026-11-27`. */
  readonly date: string
}

/** Lines of the section "Unreleased", without empty ones at its ends. */
export function unreleasedLines(changelog: string): readonly string[] {
  const [, section = ''] = changelog.match(/^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m) ?? []
  return section.trim() === '' ? [] : section.trim().split('\n')
}

/**
 * The changelog with the number in place of "Unreleased", and an empty section for what comes next.
 *
 * @throws Error when there is nothing to release, when it is too long to be read, or for a number that was there.
 */
export function releaseChangelog(changelog: string, { version, date }: Release): string {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version: give one such as 0.2.0.`)
  if (changelog.includes(`\n## ${version}`)) throw new Error(`${version} was released already.`)
  const { length } = unreleasedLines(changelog)
  if (length === 0) throw new Error('Nothing stands under "Unreleased".')
  if (length > MAX_UNRELEASED_LINES) {
    throw new Error(
      `"Unreleased" has ${length} lines, and nobody reads more than ${MAX_UNRELEASED_LINES}. Keep ten headlines and what ` +
        'code must change; move the rest to docs/changes.md and to the pages that it explains.',
    )
  }
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`)
}

function release(version: string): void {
  const changelog = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), {
    version,
    date: new Date().toISOString().slice(0, 10),
  })
  const replaceIn = (path: string, pattern: RegExp, text: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text))
  replaceIn('package.json', /^ {2}"version": "[^"]+"/m, `  "version": "${version}"`)
  replaceIn('package-lock.json', /("name": "sealwright",\s+"version": ")[^"]+/g, `$1${version}`)
  replaceIn('src/version.ts', /VERSION = '[^']+'/, `VERSION = '${version}'`)
  writeFileSync('CHANGELOG.md', changelog)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) release(process.argv[2] ?? '')
