/**
 * The chapter on ink: its pictures show what the verifier does, and the files that it names are there.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT, readPage } from './code-blocks.js'
import { INK_EXAMPLES, judgeExample } from './ink-examples.js'

describe('How ink is judged', () => {
  const verdicts = INK_EXAMPLES.map((example) => {
    const { taken, readsOn } = judgeExample(example)
    return [example.name, { hidden: taken.letters.length, isErased: taken.isErased, readsOn }]
  })

  it('shows pages that are judged as it says', () => {
    expect(Object.fromEntries(verdicts)).toEqual({
      'ink-hides': { hidden: 5, isErased: false, readsOn: false },
      'ink-erases': { hidden: 0, isErased: true, readsOn: false },
      'ink-reads-on': { hidden: 0, isErased: false, readsOn: true },
    })
  })

  it('has a picture of each', () => {
    const chapter = readPage('docs/ink.md')
    expect(INK_EXAMPLES.filter(({ name }) => !chapter.includes(`(pictures/${name}.png)`))).toEqual([])
  })

  it('names files that exist', () => {
    const named = [...readPage('docs/ink.md').matchAll(/`([^`]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => /^(src|test)\//.test(name))
    const wrong = named.filter((name) => !isThere(name))
    expect(named.length).toBeGreaterThan(8)
    expect(wrong).toEqual([])
  })
})

function isThere(path: string): boolean {
  const [, folder = '', name = ''] = /^(.*)\/([^/]*)$/.exec(path) ?? []
  return name === '' ? readdirSync(ROOT + folder).length > 0 : readdirSync(ROOT + folder).includes(name)
}
