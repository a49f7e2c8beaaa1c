/**
 * Documents whose validation data and properties ask for too much work of somebody who has anchors.
 *
 * Needs a process of its own: what is measured is the work of the whole process, and other files leave some behind.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { parseSignedData } from '../../../src/cms/message/signed-data.js'
import { verifyDocument } from '../../../src/index.js'
import { VALIDATION_BOMBS } from '../../fuzz/validation-bombs.js'
import { approved } from '../support/cases.js'

/** Of one processor, several times what the slowest takes; without limits they take a minute and more. */
const MAX_MILLISECONDS = 12_000

/** The catalog itself is too large to be read, so that no signature is found through it. */
const UNREAD: ReadonlySet<string> = new Set(['a dictionary of a million keys'])

describe('validation data and properties that ask for too much work', () => {
  let trustAnchors: readonly Uint8Array[]
  beforeAll(async () => {
    const [, digits = ''] =
      /\/Contents\s*<([0-9a-fA-F]+)>/.exec(Buffer.from((await approved()).bytes).toString('latin1')) ?? []
    trustAnchors = parseSignedData(Buffer.from(digits, 'hex')).certificates
    expect(trustAnchors).toHaveLength(1)
  })

  for (const [name, make] of Object.entries(VALIDATION_BOMBS)) {
    it(`end in a report: ${name}`, async () => {
      const bytes = await make()
      const before = process.cpuUsage()
      const { valid, signers } = await verifyDocument(bytes, { trustAnchors, maxBytes: 64 * 1024 * 1024 })
      const { user, system } = process.cpuUsage(before)
      expect({ valid, count: signers.length }).toEqual(
        UNREAD.has(name) ? { valid: false, count: 0 } : { valid: expect.any(Boolean), count: 1 },
      )
      expect((user + system) / 1000).toBeLessThan(MAX_MILLISECONDS)
    }, 60_000)
  }
})
