/**
 * Calls an identity's own code.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { isBytes } from '../../input/foreign-values.js'
import { raceAbort } from '../../pace/race-abort.js'

/** Runs the identity's own code. Its errors become `signing_failed`, and an abort does not wait for it. */
export async function callIdentity(
  call: () => Promise<Uint8Array> | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // A listener added after the abort is never called.
  signal?.throwIfAborted()
  let result: unknown
  try {
    const pending = call()
    result = isBytes(pending) ? pending : await (signal === undefined ? pending : raceAbort(pending, signal))
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof SealwrightError) throw cause
    throw new SealwrightError('signing_failed', 'The signing identity failed.', { cause })
  }
  signal?.throwIfAborted()
  if (!isBytes(result)) {
    throw new SealwrightError('signing_failed', 'The signing identity did not give bytes.')
  }
  return result
}
