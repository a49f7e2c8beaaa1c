/**
 * Converts the examples of a specification of Markdown to DOCX and compares the structure with that of the HTML which
 * the specification gives.
 *
 *     npx tsx test/corpus/spec-examples.ts [SPEC.TXT ...] [--show]
 *
 * Without arguments the examples of CommonMark 0.31. `--show` prints every example that differs. Relative addresses
 * count as resolved against `baseUrl`. Examples of CommonMark that say addresses are no links, which an extension of GFM
 * makes links, are counted apart. Ends with code 1 when less than 99 % keep their structure.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { compareExample, readExamples } from './markup/spec-example.js'

const TARGET = 0.99

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false } },
})
const files =
  positionals.length > 0 ? positionals : [createRequire(import.meta.url).resolve('commonmark-spec/spec.txt')]
let [kept, all, extended] = [0, 0, 0]
for (const file of files) {
  const examples = readExamples(await readFile(file, 'utf8'))
  let keptHere = 0
  for (const example of examples) {
    const { isKept, isExtended, expected, found } = await compareExample(example)
    if (isKept) keptHere++
    else if (isExtended) extended++
    else if (values.show) {
      console.log(`${example.number} ${example.section}\n${JSON.stringify(example.markdown)}`)
      console.log(`  expected ${JSON.stringify(expected)}\n  found    ${JSON.stringify(found)}`)
    }
  }
  kept += keptHere
  all += examples.length
  console.log(`${file}: ${keptHere} of ${examples.length}`)
}
const judged = all - extended
console.log(`structure kept: ${kept} of ${judged}, ${((100 * kept) / judged).toFixed(1)} %`)
console.log(`left out: ${extended} whose addresses GFM makes links, with all else as CommonMark has it`)
if (kept < TARGET * judged) process.exitCode = 1
