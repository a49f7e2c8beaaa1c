/**
 * Moves each number by which ink is judged up and down, past its examples, and says which examples notice.
 *
 *     npm run ink:mutations
 *
 * A number is missed when its own examples do not notice: those of others may change for reasons of their own. Ends with
 * code 1 when one is missed, or when an example fails before anything is moved.
 *
 * @module
 */
import { INK_POLICY } from '../../../src/ink/ink-policy.js'
import { failing, movesOf, NAMES, withMoved } from './moves.js'

const broken = failing()
if (broken.length > 0) {
  console.error(`these examples fail as it is: ${broken.join(', ')}`)
  process.exit(1)
}

let [mutations, missed] = [0, 0]
for (const name of NAMES) {
  const results = movesOf(name).map((value) => {
    const noticed = withMoved(name, value, () => failing())
    const own = noticed.filter((example) => example.startsWith(`${name} `))
    mutations++
    if (own.length === 0) missed++
    const others = noticed.length - own.length
    const further = others === 0 ? '' : ` and ${others} of others`
    return `${round(value)} ${own.length === 0 ? 'MISSED' : `noticed by ${own.join(' and ')}`}${further}`
  })
  console.log(`${name} (${round(INK_POLICY[name].value)} ${INK_POLICY[name].unit}): ${results.join('; ')}`)
}
console.log(`${mutations} mutations, ${mutations - missed} noticed, ${missed} missed`)
process.exitCode = missed === 0 ? 0 : 1

function round(value: number): number {
  return Number(value.toPrecision(4))
}
