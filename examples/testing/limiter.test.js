import { describe, test } from 'node:test'
import { rateLimiterContract } from 'sealwright/testing'
import { fixedWindowLimiter } from './limiter.js'

const counters = new Map()

describe('our rate limiter', () => {
  // Two limiters over the same counters, as two hosts would have them.
  for (const { name, run } of rateLimiterContract(() => fixedWindowLimiter(counters))) test(name, run)
})
