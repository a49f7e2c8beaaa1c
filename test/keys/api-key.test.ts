/**
 * What API keys look like.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createApiKey,
  createKeyId,
  hashApiKey,
  isApiKey,
  isKeyId,
  isKeyPrefix,
  keyHint,
} from '../../src/keys/issuing/api-key.js'
import { hasTool } from '../support/tools.js'

describe('API keys', () => {
  it('begin with their prefix and have 38 characters more', () => {
    for (let count = 0; count < 100; count++) {
      const key = createApiKey('sw_')
      expect(key).toMatch(/^sw_[0-9A-Za-z]{38}$/)
      expect(isApiKey(key, 'sw_')).toBe(true)
    }
  })

  it('use every character about as often as any other', () => {
    const counts = new Map<string, number>()
    const keys = 4000
    for (let count = 0; count < keys; count++) {
      for (const character of createApiKey('sw_').slice(3, 35)) counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    const expected = (keys * 32) / 62
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 61 degrees of freedom: above 140 once in ten million runs. Taking bytes modulo 62 would give about 2000.
    expect(chiSquared).toBeLessThan(140)
  })

  it('are never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createApiKey('sw_'))).size).toBe(1000)
  })

  it('notice every single wrong character and every swap of neighbours', () => {
    const key = createApiKey('sw_')
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'x' ? 'y' : 'x'
      expect(isApiKey(key.slice(0, index) + other + key.slice(index + 1), 'sw_')).toBe(false)
      const [left = '', right = ''] = [key[index], key[index + 1]]
      if (right === '' || left === right) continue
      expect(isApiKey(key.slice(0, index) + right + left + key.slice(index + 2), 'sw_')).toBe(false)
    }
  })

  it('are refused with another prefix, cut short, or with something around them', () => {
    const key = createApiKey('sw_')
    for (const text of ['', key.slice(0, -1), `${key}x`, ` ${key}`, `${key}\n`, key.slice(3), `xw_${key.slice(3)}`]) {
      expect(isApiKey(text, 'sw_')).toBe(false)
    }
    expect(isApiKey(key, 'other_')).toBe(false)
  })

  it('are told from any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => !isApiKey(text, 'sw_')))
    fc.assert(
      fc.property(fc.stringMatching(/^sw_[0-9A-Za-z]{38}$/), (text) => typeof isApiKey(text, 'sw_') === 'boolean'),
    )
  })

  it.skipIf(!hasTool('openssl'))('are stored as their SHA-256', () => {
    const key = createApiKey('sw_')
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-r'], { input: key, encoding: 'utf8' })
    expect(hashApiKey(key)).toBe(digest.split(' ')[0])
  })

  it('show four characters and no more', () => {
    const key = createApiKey('sw_')
    expect(keyHint(key, 'sw_')).toBe(key.slice(0, 7))
  })

  it('take sensible prefixes only', () => {
    for (const prefix of ['sw_', 'a_', 'acme_live_', 'k2_']) expect(isKeyPrefix(prefix)).toBe(true)
    for (const prefix of ['', '_', 'sw', 'SW_', '2k_', 'sw-', `${'a'.repeat(16)}_`, 'sw_\n', 'é_']) {
      expect(isKeyPrefix(prefix)).toBe(false)
    }
  })

  it('have ids of a fixed form', () => {
    expect(isKeyId(createKeyId())).toBe(true)
    for (const id of ['', 'key_', 'key_1', `${createKeyId()}\0`, createApiKey('sw_')]) expect(isKeyId(id)).toBe(false)
  })
})
