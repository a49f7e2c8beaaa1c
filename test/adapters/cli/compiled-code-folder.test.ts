/**
 * Where the command line keeps compiled code, and where it must not.
 *
 * @module
 */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compiledCodeFolder } from '../../../adapters/cli/compiled-code-folder.js'

const makeHome = () => mkdtempSync(join(tmpdir(), 'sealwright-code-'))

it('keeps compiled code where nobody else can write', () => {
  const caches = join(makeHome(), 'caches')
  const folder = compiledCodeFolder({ XDG_CACHE_HOME: caches })
  expect(folder).toBe(join(caches, 'sealwright'))
  expect(statSync(folder ?? '').mode & 0o777).toBe(0o700)
})

it.skipIf(process.platform === 'win32')('keeps none where others could put code of theirs', () => {
  const caches = makeHome()
  const folder = join(caches, 'sealwright')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  expect(compiledCodeFolder({ XDG_CACHE_HOME: caches })).toBeUndefined()
  chmodSync(folder, 0o700)
  expect(compiledCodeFolder({ XDG_CACHE_HOME: caches })).toBe(folder)
  chmodSync(caches, 0o777)
  expect(compiledCodeFolder({ XDG_CACHE_HOME: caches })).toBeUndefined()
})

it('goes on without where no folder can be made', () => {
  const file = join(makeHome(), 'file')
  writeFileSync(file, '')
  expect(compiledCodeFolder({ XDG_CACHE_HOME: join(file, 'below') })).toBeUndefined()
  expect(existsSync(join(file, 'below'))).toBe(false)
})
