/**
 * The child of `verifying-process.ts`: verifies what it is sent and answers with the outcome.
 *
 * @module
 */

import { verifyDocument } from '../../../src/index.js'
import type { VerifyingOutcome } from './verifying-process.js'

const maxResidentBytes = () => process.resourceUsage().maxRSS * 1024

async function run(input: Uint8Array): Promise<VerifyingOutcome> {
  const residentBefore = maxResidentBytes()
  const before = performance.now()
  try {
    const report = await verifyDocument(input, { maxBytes: Number.MAX_SAFE_INTEGER })
    const milliseconds = performance.now() - before
    return { kind: 'report', report, milliseconds, grownBytes: maxResidentBytes() - residentBefore }
  } catch (error) {
    const { name, code, message, stack } = error as Error & { code?: string }
    if (name === 'SealwrightError' && code !== undefined && code !== 'internal_error') {
      return { kind: 'refused', code, message, milliseconds: performance.now() - before }
    }
    return { kind: 'crashed', message: stack ?? String(error) }
  }
}

process.on('message', (input: Uint8Array) => {
  run(input).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ kind: 'crashed', message: `The child cannot verify: ${error.stack}` }),
  )
})
