/**
 * What looks at ink does not grow back: whoever adds to it finds as much that it replaces, or says why it is more.
 *
 * @module
 */
import { expect, it } from 'vitest'
import { measureInk, modulesOfInk } from './ink-size.js'

/** As many as there are. What became smaller lowers them. What has to be larger raises them, with the reason in the commit. */
const MAX_FILES = 112
const MAX_LINES = 22_477
/** What builds for browsers put in the place of a module. */
const STAND_IN = /-web\.ts$/

it('counts what the door leads to, and what nothing else imports beside it', () => {
  const counted = modulesOfInk(
    new Map([
      ['src/ink/index.ts', ['src/ink/a.ts']],
      ['src/ink/a.ts', ['src/own.ts', 'src/shared.ts']],
      ['src/ink/stray.ts', []],
      ['src/own.ts', ['src/shared.ts']],
      ['src/shared.ts', []],
      ['src/verify.ts', ['src/ink/index.ts', 'src/shared.ts']],
    ]),
  )
  expect([...counted]).toEqual(['src/ink/index.ts', 'src/ink/a.ts', 'src/own.ts'])
})

it('is no larger than it was', () => {
  const { files, lines, unreachable } = measureInk()
  expect(unreachable.filter((path) => !STAND_IN.test(path))).toEqual([])
  const todo = 'The code that looks at ink grew: npm run ink:size. Take as much away, or raise the number and say why'
  expect(files, `${todo}. Files`).toBeLessThanOrEqual(MAX_FILES)
  expect(lines, `${todo}. Lines`).toBeLessThanOrEqual(MAX_LINES)
})
