/**
 * Documents that ask for far more work than their size warrants, in a worker of a page: the page goes on, and answers what the
 * library answers.
 *
 * @module
 */

import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { SealwrightError, verifyDocument } from '../../src/index.js'
import { COST_BOMBS } from '../fuzz/cost-bombs.js'
import { VALIDATION_BOMBS } from '../fuzz/validation-bombs.js'
import { CHROMIUM_WORKER, NOW, REPORT_ON } from './engines.js'
import { buildForWeb } from './web-bundle.js'

const BOMBS = Object.entries({ ...COST_BOMBS, ...VALIDATION_BOMBS })

async function answerOf(bytes: Uint8Array): Promise<string> {
  try {
    return JSON.stringify(await verifyDocument(bytes, { now: () => new Date(NOW) }))
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}

it.skipIf(!CHROMIUM_WORKER.isHere)(
  'a page survives every one of them, and gives the reports that the library gives',
  async () => {
    const folder = await buildForWeb()
    try {
      const files = await Promise.all(BOMBS.map(async ([name, make]) => [name, await make()] as const))
      const answers = await CHROMIUM_WORKER.ask({ script: REPORT_ON, files, folder })
      expect(Object.keys(answers)).toHaveLength(BOMBS.length)
      for (const [name, bytes] of files) expect([name, answers[name] === (await answerOf(bytes))]).toEqual([name, true])
    } finally {
      await rm(folder, { recursive: true })
    }
  },
  300_000,
)
