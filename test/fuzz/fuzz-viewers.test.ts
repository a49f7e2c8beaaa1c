/**
 * A small run of the fuzzer that compares reports with what viewers show.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { hasTool } from '../support/tools.js'
import { WRITER_NAMES } from '../verify/bases/bases.js'
import { ownSeeds } from '../verify/generator/own-seeds.js'
import { ViewerFuzzer } from '../verify/generator/viewer-fuzzer.js'

const CASES = 120
const TOOLS = ['pdftoppm', 'pdftotext', 'mutool', 'qpdf', 'soffice']

describe.skipIf(!TOOLS.every(hasTool))('increments by chance', () => {
  it(`show nothing in ${CASES} cases that a report of "valid" does not name, in any of three viewers`, async () => {
    const fuzzer = new ViewerFuzzer(ownSeeds(), 1)
    const writers = new Set<string | undefined>()
    const unexplained: string[] = []
    let valid = 0
    try {
      for (let number = 0; number < CASES; number++) {
        const { kind, origin, moves, faults } = await fuzzer.run(number)
        if (kind === 'explained' || kind === 'unexplained') {
          valid += 1
          writers.add(WRITER_NAMES.find((name) => origin.startsWith(`${name},`)))
        }
        if (kind === 'unexplained') unexplained.push(`#${number} ${origin}: ${moves.join(', ')}: ${faults.join('; ')}`)
      }
    } finally {
      fuzzer.close()
    }
    expect(unexplained).toEqual([])
    expect(valid).toBeGreaterThan(CASES / 10)
    expect(writers.size).toBeGreaterThanOrEqual(5)
  }, 240_000)
})
