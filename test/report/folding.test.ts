/**
 * Which parts of a report are folded.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { OPEN, splitItems, splitSection } from '../../src/report/html/folding.js'
import type { Block, Section } from '../../src/report/report-view.js'

const facts = (...labels: string[]): Block => ({
  kind: 'facts',
  facts: labels.map((label) => ({ label, values: [{ text: label, kind: 'own' }] })),
})
const list = (title: string, ...tones: ('good' | 'bad')[]): Block => ({
  kind: 'list',
  title,
  items: tones.map((tone) => ({ tone, text: tone })),
})
const section = (...blocks: Block[]): Section => ({ title: 'Signature 4', id: 'signature-4', blocks, sections: [] })

describe('what is folded', () => {
  it('leaves verdict, signer and faults in sight, and loses nothing', () => {
    const against = list('Against', 'bad', 'bad')
    const changes = list('Changes', 'good', 'bad')
    const [first, rest] = splitSection(section(facts('verdict', 'signer', 'time'), against, changes))
    expect(first).toEqual([facts('verdict', 'signer'), against])
    expect(rest.blocks).toEqual([facts('time'), changes])
  })

  it('leaves the changes in sight where they are what speaks against it', () => {
    const changes = list('Changes', 'good', 'bad')
    const [first] = splitSection(section(facts('verdict', 'signer'), list('Remarks', 'good'), changes))
    expect(first).toEqual([facts('verdict', 'signer'), changes])
  })

  it('leaves sentences in sight', () => {
    const text: Block = { kind: 'text', text: 'The record is broken.', tone: 'bad' }
    const [first] = splitSection(section(text, facts('a', 'b', 'c')))
    expect(first).toEqual([text, facts('a', 'b')])
  })

  it('is never one entry alone', () => {
    const entries = Array.from({ length: OPEN.items + 1 }, (_, index) => index)
    expect(splitItems(entries, OPEN.items)).toEqual([entries, []])
    expect(splitItems([...entries, 99], OPEN.items)).toEqual([entries.slice(0, OPEN.items), [OPEN.items, 99]])
  })
})
