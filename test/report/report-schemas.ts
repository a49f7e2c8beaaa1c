/**
 * The published JSON Schema of reports as tests use it: stricter, so that a member that it does not name is noticed.
 *
 * @module
 */

import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import reportSchema from '../../src/report/report.schema.json'

/** A definition of the schema. */
export type ReportName = 'VerificationReport' | 'SimpleReport' | 'DetailedReport' | 'PartiesReport'

type Judge = (value: unknown) => readonly string[]

/** Makes a function that says what a definition has against a value. */
export function reportJudge(name: ReportName): Judge {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(reportSchema) as object)
  const validate = ajv.compile({ $ref: `${reportSchema.$id}#/$defs/${name}` })
  return (value) => {
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${instancePath} ${message} ${JSON.stringify(params)}`
    })
  }
}

/** Objects that have members of known names have no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  const isOpen = 'properties' in schema && 'type' in schema && schema.type === 'object'
  return { ...Object.fromEntries(members), ...(isOpen ? { additionalProperties: false } : {}) }
}
