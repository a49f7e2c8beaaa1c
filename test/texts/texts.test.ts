/**
 * The texts of all languages are complete and match.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { EN } from '../../src/texts/en.js'
import { fill, LANGUAGES, loadTexts, preferredLanguage } from '../../src/texts/texts.js'

/** Every text with its path: `report.title`. */
function flat(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
}

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join()

describe('the texts', () => {
  const english = flat(EN)

  it.each(LANGUAGES)('of %s have every key, the same places for values, and no blank', async (language) => {
    const { findings: _, ...tables } = await loadTexts(language)
    const texts = flat(tables)
    expect(texts.map(([key]) => key).toSorted()).toEqual(english.map(([key]) => key).toSorted())
    for (const [key, text] of english) {
      const other = new Map(texts).get(key) ?? ''
      expect([key, places(other)]).toEqual([key, places(text)])
      expect([key, other.trim().length > 0]).toEqual([key, true])
    }
  })

  it('are other words in each language', async () => {
    const tables = await Promise.all(LANGUAGES.map(async (language) => (await loadTexts(language)).report))
    expect(new Set(tables.map(({ verdictInvalid }) => verdictInvalid)).size).toBe(LANGUAGES.length)
    expect(new Set(tables.map(({ saysUnchecked }) => saysUnchecked)).size).toBe(LANGUAGES.length)
  })

  it('say what the same findings mean in every language, in English where the verifier speaks of bytes', async () => {
    const [de, fr, es] = await Promise.all((['de', 'fr', 'es'] as const).map(loadTexts))
    const keys = Object.keys(de?.findings ?? {}).toSorted()
    expect(keys.length).toBeGreaterThan(150)
    expect(Object.keys(fr?.findings ?? {}).toSorted()).toEqual(keys)
    expect(Object.keys(es?.findings ?? {}).toSorted()).toEqual(keys)
    const english = Object.keys((await loadTexts('en')).findings)
    expect(english.length).toBeGreaterThan(30)
    expect(english.filter((key) => !keys.includes(key))).toEqual([])
    for (const key of ['page_added', 'digest_mismatch', 'field_updated', 'certificate_revoked', 'policy_trust']) {
      expect([key, keys.includes(key)]).toEqual([key, true])
    }
  })

  it('are chosen by what a reader prefers', () => {
    expect(preferredLanguage('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
    expect(preferredLanguage('pt;q=0.9, fr-CA;q=0.5, en;q=0.4')).toBe('fr')
    expect(preferredLanguage('en;q=0.1, es;q=0')).toBe('en')
    expect(preferredLanguage('*')).toBe('en')
    expect(preferredLanguage(null)).toBe('en')
    expect(preferredLanguage(`${'x,'.repeat(100_000)}de`)).toBe('en')
  })

  it('keep a place that there is no value for', () => {
    expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}')
  })
})
