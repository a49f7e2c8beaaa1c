/**
 * The JSON Schema of the reports, made of their types.
 *
 * @module
 */

import { join } from 'node:path'
import { type Schema, schemasOfTypes } from './type-schema.js'

/** Where it stands in the sources. */
export const REPORT_SCHEMA_FILE = 'src/report/report.schema.json'

/** Makes the schema: that of `verifyDocument`'s report, with those of its other forms among the definitions. */
export function makeReportSchema(root = join(import.meta.dirname, '..')): Schema {
  const definitions = schemasOfTypes(root, [
    { file: 'src/verify/report.ts', types: ['VerificationReport'] },
    { file: 'src/verify/parties/list-parties.ts', types: ['PartiesReport'] },
    { file: 'src/report/validation/simple-report.ts', types: ['SimpleReport'] },
    { file: 'src/report/validation/detailed-report.ts', types: ['DetailedReport'] },
  ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:sealwright:schema:report',
    title: 'Report of sealwright',
    description: 'What verifyDocument gives. Other forms of the report are definitions: SimpleReport, DetailedReport.',
    $ref: '#/$defs/VerificationReport',
    $defs: definitions,
  }
}
