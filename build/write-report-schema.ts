/**
 * Writes the JSON Schema of the reports into the sources: `npm run report:schema`, after a change of their types.
 *
 * @module
 */

import { writeFile } from 'node:fs/promises'
import { makeReportSchema, REPORT_SCHEMA_FILE } from './report-schema.js'

await writeFile(REPORT_SCHEMA_FILE, `${JSON.stringify(makeReportSchema(), null, 2)}\n`)
