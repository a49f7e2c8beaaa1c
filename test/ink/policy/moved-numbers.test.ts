/**
 * A number by which ink is judged cannot move without one of its own examples.
 *
 * @module
 */
import { expect, it } from 'vitest'
import { failing, movesOf, NAMES, withMoved } from './moves.js'

it.each(NAMES)('%s: its own examples notice when it moves up or down', (name) => {
  for (const value of movesOf(name)) expect(withMoved(name, value, () => failing([name]))).not.toEqual([])
})
