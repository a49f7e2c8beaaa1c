/**
 * The store in memory, held against its contract.
 *
 * @module
 */

import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { keyStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'

const store = memoryStore()
describeContract(
  'memoryStore',
  keyStoreContract(() => store),
)
