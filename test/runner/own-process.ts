/**
 * Test files that cannot share a process with others: those that replace modules, which others may have loaded before, and those
 * whose comment says that they need a process of their own.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const TESTS = fileURLToPath(new URL('..', import.meta.url))

/** Paths from the project's folder on. */
export function filesOfOwnProcess(): readonly string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts') && needsOwnProcess(readFileSync(TESTS + name, 'utf8')))
    .map((name) => `test/${name}`)
}

export function needsOwnProcess(text: string): boolean {
  return /\bvi\.(?:mock|doMock|resetModules)\(|^ \* Needs a process of its own/m.test(text)
}
