/**
 * The schemas of reports for the description. They are made of the types (`npm run report:schema`).
 *
 * @module
 */

import reportSchema from '../../report/report.schema.json'

type Json = Record<string, unknown>

/** What answers are made of. The other forms of a report are files to keep. */
const ROOTS = ['VerificationReport', 'PartiesReport']

const DEFINITIONS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

/** The schemas of the reports that the API answers with, by name, and of all that they lead to. */
export function reportSchemas(): Record<string, Json> {
  const definitions = new Map<string, Json>(Object.entries(reportSchema.$defs))
  const wanted = new Set(ROOTS)
  const found: [string, Json][] = []
  // What is added while the set is walked is walked as well.
  for (const name of wanted) {
    const text = JSON.stringify(definitions.get(name))
    for (const [, other = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) wanted.add(other)
    found.push([name, JSON.parse(text.replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`))])
  }
  return Object.fromEntries(found)
}
