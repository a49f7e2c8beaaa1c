/**
 * How long algorithms and keys are expected to last.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { keyExpectedUntil } from '../../src/trust/over-time/algorithm-dates.js'
import { makeHolder } from './support/dated-pki.js'

describe('the forecast for keys', () => {
  it.each([
    [2048, '2031-01-01T00:00:00.000Z'],
    [3072, undefined],
    [undefined, undefined],
  ])('RSA of %s bits, or P-256', (rsaBits, end) => {
    const options = { from: '2026-01-01', to: '2039-01-01', ...(rsaBits === undefined ? {} : { rsaBits }) }
    expect(keyExpectedUntil(makeHolder('Key', options).certificate.publicKey)?.toISOString()).toBe(end)
  })
})
