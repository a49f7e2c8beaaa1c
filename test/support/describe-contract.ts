/**
 * Runs the cases of a contract as tests.
 *
 * @module
 */

import { describe, it } from 'vitest'
import type { ContractCase } from '../../src/testing/entry.js'

/** The cases of a contract as tests. */
export function describeContract(name: string, cases: readonly ContractCase[]): void {
  describe(name, () => {
    for (const { name: does, run } of cases) it(does, run)
  })
}
