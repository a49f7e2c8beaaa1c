/**
 * Attacks of every class on documents of several writers, of kinds that may be valid where nobody sees a difference.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTool } from '../../support/tools.js'
import { verdictOf } from '../support/verdict.js'
import { Viewers } from '../viewers/viewers.js'
import { attacksOf, findFooled } from './attack-set.js'

const TOOLS = ['pdftoppm', 'mutool', 'qpdf', 'soffice']
/** Valid attacks of a kind that viewers draw here; `npm run attacks` has all of them drawn. */
const DRAWN = 2

describe.skipIf(!TOOLS.every(hasTool))('an attack is valid only when no viewer shows another picture', () => {
  let viewers: Viewers
  beforeAll(() => {
    viewers = new Viewers()
  })
  afterAll(() => viewers.close())

  it.each([
    'A4 fields',
    'A5 annotations that hide',
    'A9 documents',
    'A11 parts',
    'A12 what surrounds',
    'A13 styles',
    'A25 streams',
    'A32 fonts',
    'A33 numbers',
    'A35 drawings',
    'A36 signatures',
    'A37 borders',
    'A38 rare print',
    'A39 fonts',
    'A40 what stands',
    'A41 annotations',
    'A42 glyphs',
    'A43 letters',
  ])(
    '%s',
    async (kind) => {
      const fooled: string[] = []
      let drawn = 0
      for (const attack of scattered(attacksOf(kind))) {
        if (drawn === DRAWN) break
        const { base, bytes } = await attack.make()
        if (!(await verdictOf(bytes)).valid) continue
        drawn++
        const seen = await findFooled(viewers, attack, base, bytes)
        if (seen.length > 0) fooled.push(`${attack.name}: ${seen[0]}`)
      }
      expect(fooled).toEqual([])
    },
    300_000,
  )
})

/** The same items, neighbours far from each other, so that the first few are of all sorts. */
function scattered<T>(items: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(items.length / DRAWN))
  return Array.from({ length: step }, (_, from) => items.filter((__, at) => at % step === from)).flat()
}
