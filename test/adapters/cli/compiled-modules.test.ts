/**
 * How the command line loads its modules with code that was compiled before.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CompiledModules } from '../../../adapters/cli/compiled-modules.js'

let modules: string
let caches: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-modules-'))
  modules = join(folder, 'dist')
  caches = join(folder, 'caches')
  mkdirSync(join(modules, 'below'), { recursive: true })
  mkdirSync(caches)
  write('main.cjs', "exports.answer = require('./below/part.cjs').six() * 7\nexports.url = __filename")
  write('below/part.cjs', "exports.up = require('../main.cjs')\nexports.six = () => require('node:path').join('6')")
})

const write = (name: string, text: string) => writeFileSync(join(modules, name), text)
const open = (place = caches) =>
  new CompiledModules({ folder: modules, caches: place, purpose: 'sign' }, (specifier) => import(specifier))
const kept = () => readdirSync(caches).map((name) => join(caches, name))

/** What a module exports, and what is kept after it. */
function run(): unknown {
  const all = open()
  const { answer } = all.load('main.cjs') as { answer: unknown }
  all.keep()
  return answer
}

describe('modules of the command line', () => {
  it('require each other and what Node has, once each', () => {
    const all = open()
    const main = all.load('main.cjs')
    expect(main).toEqual({ answer: 42, url: join(modules, 'main.cjs') })
    expect(all.load('below/part.cjs')).toHaveProperty('up', main)
    expect(all.load('main.cjs')).toBe(main)
  })

  it('import by the way that they are given, in every run', async () => {
    write(
      'main.cjs',
      `exports.load = async () => [await import('node:os'), await import(\n"node:path")]\nexports.answer = 1`,
    )
    for (let run = 0; run < 3; run++) {
      const asked: string[] = []
      const all = new CompiledModules({ folder: modules, caches, purpose: 'sign' }, async (specifier) => {
        asked.push(specifier)
        return specifier
      })
      const { load } = all.load('main.cjs') as { load: () => Promise<unknown> }
      expect(await load()).toEqual(['node:os', 'node:path'])
      expect(asked).toEqual(['node:os', 'node:path'])
      all.keep()
    }
  })

  it('are compiled once for all runs, in a file that nobody else reads', () => {
    expect(run()).toBe(42)
    const [file = ''] = kept()
    expect(kept()).toHaveLength(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = statSync(file).mtimeMs
    utimesSync(file, 1, Date.now() / 1000 - 100)
    expect(run()).toBe(42)
    // What was all there is not written again.
    expect(statSync(file).mtimeMs).toBeLessThan(before - 1000)
  })

  it('are compiled again when their text is another one, of the same length too', () => {
    expect(run()).toBe(42)
    write('below/part.cjs', readFileSync(join(modules, 'below/part.cjs'), 'utf8').replace("'6'", "'5'"))
    expect(run()).toBe(35)
    expect(run()).toBe(35)
  })

  it.each([
    ['emptied', () => Buffer.alloc(0)],
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['full of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    [
      'damaged in one bit',
      (bytes: Buffer) => bytes.map((byte, index) => (index === bytes.length - 9 ? byte ^ 1 : byte)),
    ],
  ])('do without a file that was %s, and mend it', (_, damage) => {
    run()
    const [file = ''] = kept()
    const whole = readFileSync(file)
    writeFileSync(file, damage(Buffer.from(whole)))
    expect(run()).toBe(42)
    expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2)
    expect(readFileSync(file).subarray(0, 4)).not.toEqual(Buffer.alloc(4))
  })

  it('go on where nothing can be kept', () => {
    writeFileSync(join(caches, 'file'), '')
    const all = open(join(caches, 'file'))
    expect(all.load('main.cjs')).toHaveProperty('answer', 42)
    all.keep()
    expect(kept()).toEqual([join(caches, 'file')])
  })

  it('remove what was left by releases of long ago, and nothing else', () => {
    for (const name of ['sign-v20.1.0-ab-cd.code', 'sign-v20.1.0-ab-cd.code.77', 'somebody-elses.txt', 'new.code']) {
      writeFileSync(join(caches, name), '')
      if (name !== 'new.code') utimesSync(join(caches, name), 1, 1)
    }
    run()
    expect(readdirSync(caches).sort()).toEqual([
      'new.code',
      expect.stringMatching(/^sign-v.*\.code$/),
      'somebody-elses.txt',
    ])
  })
})
