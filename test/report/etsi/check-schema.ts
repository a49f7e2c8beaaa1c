/**
 * Validates reports with xmllint: against the table of `content-models.ts`, or a schema file that somebody has.
 *
 * @module
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '../../support/tools.js'
import { schemaFiles } from './content-models.js'

/** What xmllint says against each of the files; undefined for a valid one. */
export async function schemaFaults(
  reports: readonly Uint8Array[],
  schema?: string,
): Promise<readonly (string | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'report-schema-'))
  try {
    for (const [name, text] of Object.entries(schemaFiles())) writeFileSync(join(folder, name), text)
    const files = reports.map((_, index) => join(folder, `${index}.xml`))
    reports.forEach((bytes, index) => {
      writeFileSync(files[index] ?? '', bytes)
    })
    const { stderr } = await runTool('xmllint', [
      '--noout',
      '--nonet',
      '--schema',
      schema ?? join(folder, 'vr.xsd'),
      ...files,
    ])
    const lines = stderr.split('\n')
    return files.map((file) => {
      const own = lines.filter((line) => line.startsWith(`${file}:`) || line.startsWith(`${file} `))
      return own.includes(`${file} validates`) ? undefined : own.join('\n') || stderr
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
