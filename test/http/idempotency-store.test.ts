/**
 * The store of answers in memory, held against its contract.
 *
 * @module
 */

import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { idempotencyStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'

const shared = memoryIdempotencyStore()
describeContract(
  'memoryIdempotencyStore',
  idempotencyStoreContract(() => shared, memoryIdempotencyStore),
)
