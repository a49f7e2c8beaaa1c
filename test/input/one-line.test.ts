/**
 * Names that read in the order in which they are written.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { isOneLine, isPlainName } from '../../src/input/one-line.js'
import { assertGrants } from '../../src/keys/key-grants.js'
import { signRequestSchema } from '../../src/sign/request/request.js'
import { readSoundRequest } from '../../src/sign/request/sound-request.js'

const CONTROLS = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]

const request = (name: string) => ({
  signer: { name, email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-01-01T00:00:00Z', type: 'submit' }],
})

describe('names', () => {
  it.each(CONTROLS.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
    'may not hold U+%s, which turns the direction of text',
    async (_, control) => {
      const name = `Ada ${control}ecalevoL`
      expect(isPlainName(name)).toBe(false)
      // On a page, or in a reason, it is shown by number.
      expect(isOneLine(name)).toBe(true)
      const { error } = (await signRequestSchema()).safeParse(request(name))
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['signer.name'])
      expect(readSoundRequest(request(name))).toBeUndefined()
      expect(() => assertGrants({ name }, 0)).toThrow(/name/)
    },
  )

  it.each(['Ada Lovelace', 'عدا لوفليس\u200f', 'עדה\u200e 2', '\u061cعدا', '張偉', 'Zoë 👩‍🔬', 'علی‌رضا'])(
    '%s is one',
    async (name) => {
      expect(isPlainName(name)).toBe(true)
      expect((await signRequestSchema()).safeParse(request(name)).success).toBe(true)
      expect(() => assertGrants({ name }, 0)).not.toThrow()
    },
  )
})
