/**
 * The order of test files: the longest first, so that none begins when all others are done.
 *
 * @module
 */

import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations, secondsOf } from './durations.js'

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations()
    const seconds = ({ moduleId }: TestSpecification) =>
      secondsOf(durations, relative('.', moduleId).replaceAll('\\', '/'))
    return [...files].sort((a, b) => seconds(b) - seconds(a))
  }
}
