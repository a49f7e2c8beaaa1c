/**
 * The examples of CommonMark, held against what their DOCX says.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { compareExample, readExamples } from '../../corpus/markup/spec-example.js'

const specification = readFileSync(createRequire(import.meta.url).resolve('commonmark-spec/spec.txt'), 'utf8')

/** Examples of CommonMark 0.31.2 whose DOCX says something else, and why. */
const DIFFERENT: Readonly<Record<number, string>> = {
  148: 'code in a cell is cut by a paragraph',
  173: 'a style sheet without an end would swallow the text behind it',
  598: 'links of unknown schemes are left out, with a warning',
  599: 'links of unknown schemes are left out, with a warning',
  601: 'links of unknown schemes are left out, with a warning',
  602: 'GFM links bare addresses',
  608: 'GFM links bare addresses',
  611: 'GFM links bare addresses',
  612: 'GFM links bare addresses',
}

describe('Markdown as CommonMark specifies it', () => {
  it('keeps its structure in DOCX', async () => {
    const examples = readExamples(specification)
    const different: number[] = []
    for (const example of examples) if (!(await compareExample(example)).isKept) different.push(example.number)
    expect(examples.length).toBe(652)
    expect(different).toEqual(Object.keys(DIFFERENT).map(Number))
    // Each example is a document of its own: on a busy machine all of them take long.
  }, 180_000)

  it('is told apart when its structure is lost', async () => {
    const lost = { number: 0, section: '', markdown: 'a *b* c', html: '<p>a <strong>b</strong> c</p>' }
    expect((await compareExample(lost)).isKept).toBe(false)
    const list = { number: 0, section: '', markdown: '- a', html: '<p>a</p>' }
    expect((await compareExample(list)).isKept).toBe(false)
  })

  it('keeps the text behind an element that is never closed', async () => {
    const html = '<p>See &lt;title&gt; in <em>this</em>.</p><p>More</p>'
    const example = { number: 0, section: '', markdown: 'See <title> in *this*.\n\nMore', html }
    expect((await compareExample(example)).isKept).toBe(true)
  })
})
