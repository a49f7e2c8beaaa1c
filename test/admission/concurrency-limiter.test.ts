/**
 * The limiter of concurrent requests, held against its contract.
 *
 * @module
 */

import { memoryConcurrencyLimiter } from '../../src/admission/concurrency-limiter.js'
import { concurrencyLimiterContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'

const shared = memoryConcurrencyLimiter()
describeContract(
  'memoryConcurrencyLimiter',
  concurrencyLimiterContract(() => shared),
)
