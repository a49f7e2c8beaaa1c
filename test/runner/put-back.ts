/**
 * Puts back what a test file changed in its process, for the files that share it: environment, folder, clock and
 * spies. Runs before each file and after it.
 *
 * @module
 */

import { afterAll, vi } from 'vitest'

const environment = { ...process.env }
const folder = process.cwd()

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (environment[name] === undefined) delete process.env[name]
  Object.assign(process.env, environment)
  if (process.cwd() !== folder) process.chdir(folder)
})
