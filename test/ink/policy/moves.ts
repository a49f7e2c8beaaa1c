/**
 * Moves the numbers by which ink is judged, and tells which examples notice.
 *
 * @module
 */
import { INK_POLICY, POLICY, type PolicyName } from '../../../src/ink/ink-policy.js'
import { findingsOf } from './drawn-page.js'
import { EXAMPLES, type Example } from './examples.js'

export const NAMES = Object.keys(INK_POLICY) as PolicyName[]

/** Numbers of things that are counted. They move by one, all others by a share. */
const COUNTED: ReadonlySet<PolicyName> = new Set([
  'charactersHidden',
  'charactersUnderIcon',
  'charactersInSignedPlace',
  'timesOnPage',
  'lettersOfWord',
])
const SHARE = 0.15

/** The values that a number is moved to: below it and above it. */
export function movesOf(name: PolicyName): readonly [number, number] {
  const { value } = INK_POLICY[name]
  const step = COUNTED.has(name) ? 1 : SHARE * value
  return [value - step, value + step]
}

/** Does something while a number has another value. */
export function withMoved<T>(name: PolicyName, value: number, action: () => T): T {
  // The judgement reads the table whenever it needs a number, so that it need not be loaded again for each move.
  const table = POLICY as Record<PolicyName, number>
  const usual = table[name]
  table[name] = value
  try {
    return action()
  } finally {
    table[name] = usual
  }
}

/** Whether what is found on the page of an example is what must be found. */
export function holds({ page, found }: Example): boolean {
  return findingsOf(page).join() === found.join()
}

/** The examples that fail, such as `hiddenShare (forged)`. */
export function failing(names: readonly PolicyName[] = NAMES): string[] {
  return names.flatMap((name) =>
    (['forged', 'honest'] as const).flatMap((kind) => (holds(EXAMPLES[name][kind]) ? [] : [`${name} (${kind})`])),
  )
}
