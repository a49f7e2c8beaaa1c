/**
 * Converts pages of which every word is to be seen: each word must be in the DOCX, or be named in a warning.
 *
 *     npx tsx test/fuzz/fuzz-words.ts [--count N] [--seed N] [--start N]
 *
 * `--start N --count 1` prints the page of one case. Ends with code 1 when a word was lost.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { createRandom } from '../support/mutate.js'
import { generateVisible } from './generate-visible.js'
import { lostWords } from './lost-words.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
  },
})
const [count, seed, start] = [Number(values.count), Number(values.seed), Number(values.start)]

let faults = 0
let words = 0
for (let index = start; index < start + count; index++) {
  const page = generateVisible(createRandom(seed * 1_000_003 + index))
  if (count === 1) console.log(page.html)
  words += page.words.length
  const lost = await lostWords(page)
  if (lost.length === 0) continue
  faults++
  console.log(`FAULT: case ${index} of ${page.html.length} characters lost ${lost.join(', ')}`)
}
console.log(`${count} pages, ${words} words; words were lost in ${faults}.`)
process.exit(faults === 0 ? 0 : 1)
