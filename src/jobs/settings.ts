/**
 * Checks of settings of work, which the API and batches share.
 *
 * @module
 */

import { CONVERT_OPTIONS } from '../convert/convert-file.js'
import { type Check, members, must, numberFrom, type OptionTable, without } from '../input/check-options.js'
import { EXTEND_OPTIONS } from '../sign/level/extend-options.js'
import { SIGN_OPTIONS } from '../sign/sign-options.js'
import { VERIFY_OPTIONS } from '../verify/verify-options.js'
import type { WorkerOptions } from '../work/worker-options.js'

/** A number of at least 1. */
const COUNT = numberFrom(1)

/** Checks of the options of signing, verifying and converting. Options that each call brings itself are left out. */
export const WORK_SETTINGS = {
  sign: members(without(SIGN_OPTIONS, 'identity', 'signal', 'now', 'maxBytes', 'password', 'assets')),
  extend: members(without(EXTEND_OPTIONS, 'signal', 'now', 'maxBytes', 'password')),
  verify: members(without(VERIFY_OPTIONS, 'signal', 'now', 'maxBytes', 'password')),
  convert: members(without(CONVERT_OPTIONS, 'signal', 'loadResource', 'maxBytes', 'assets')),
}

const WORKERS: OptionTable<WorkerOptions> = {
  threads: COUNT,
  maxHeapMb: COUNT,
  maxMemoryMb: COUNT,
  maxQueue: COUNT,
  idleMs: COUNT,
  url: must('a file: URL', (value) => value instanceof URL),
}

/** Check of the option `workers`: settings of threads, or false. */
export const WORKER_SETTINGS = membersOrOff(WORKERS)

/** Check of a value that is an object of these members, or false. */
export function membersOrOff<T>(table: OptionTable<T>): Check {
  const { find } = members(table)
  return { find: (value, path) => (value === false ? [] : find(value, path)) }
}
