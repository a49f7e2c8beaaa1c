/**
 * How requests get in, and what they wait for.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { Admission } from '../../src/admission/admission.js'
import { ADMISSION_LIMITS } from '../../src/admission/admission-limits.js'
import { settle } from '../support/wait.js'

const { signal } = new AbortController()
const owner = { id: 'key 1', isAnonymous: false }
const { maxFetchesPerHost } = ADMISSION_LIMITS

describe('admission', () => {
  it('tells how many wait, and for what', async () => {
    const admission = new Admission({ maxBytesInFlight: 100 }, 80)
    expect(admission.waits()).toEqual({ bytes: 0, fetch: 0 })
    const first = admission.budget.open()
    first.assign(owner)
    await first.reserve(70, signal)
    const second = admission.budget.open()
    second.assign(owner)
    const reserved = second.reserve(70, signal)
    await settle()
    expect(admission.waits()).toEqual({ bytes: 1, fetch: 0 })
    first.release()
    await reserved
    expect(admission.waits()).toEqual({ bytes: 0, fetch: 0 })
    second.release()
  })

  it('lets as many fetch from one host as the limit says', async () => {
    const admission = new Admission({}, 80)
    const places = Array.from({ length: maxFetchesPerHost }, () => admission.enterFetch(owner, 'a.example', signal))
    const [leave] = await Promise.all(places)
    const late = admission.enterFetch({ id: 'key 2', isAnonymous: false }, 'a.example', signal)
    await settle()
    expect(admission.waits().fetch).toBe(1)
    leave?.()
    await late
    expect(admission.waits().fetch).toBe(0)
  })

  it('refuses quotas that are no whole numbers', () => {
    expect(() => new Admission({ quotas: { sign: { concurrent: 0.5 } } }, 80)).toThrow('quota "sign"')
    expect(() => new Admission({ maxConcurrentPerKey: 0 }, 80)).toThrow('quota "convert"')
  })
})
