/**
 * The schemas of reports, for the description. `npm run report:schema` makes them from the types.
 *
 * @module
 */

import reportSchema from '../../report/report.schema.json'

type Json = Record<string, unknown>

/** Types of reports in JSON answers. Other formats of a report are files. */
const ROOTS = ['VerificationReport', 'PartiesReport']

const DEFINITIONS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

/** The schemas of the reports that the API answers with, by name, with all schemas that they refer to. */
export function reportSchemas(): Record<string, Json> {
  const definitions = new Map<string, Json>(Object.entries(reportSchema.$defs))
  const wanted = new Set(ROOTS)
  const found: [string, Json][] = []
  // Names that are added while the set is walked are visited as well.
  for (const name of wanted) {
    const text = JSON.stringify(definitions.get(name))
    for (const [, other = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) wanted.add(other)
    found.push([name, JSON.parse(text.replaceAll(`"${DEFINITIONS}`, `"${COMPONENTS}`))])
  }
  return Object.fromEntries(found)
}
