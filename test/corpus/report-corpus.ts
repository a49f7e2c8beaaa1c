/**
 * Verifies every PDF of folders, and checks the report in all its forms.
 *
 *     npx tsx test/corpus/report-corpus.ts DIR ... [--schema FILE] [--anchors FILE ...]
 *
 * The validation report in XML, without the objects that it rests on and signed with them, must be valid for xmllint,
 * against the schema in `--schema` or else against `test/report/etsi/content-models.ts`; its references must lead
 * somewhere. The report and its two forms in JSON must be as the published JSON Schema says, without a member that it
 * does not name, and say why for each signature that did not pass. `--anchors` takes certificates in PEM or DER that
 * are trusted. Ends with code 1 when one of them is not. `--schema` takes the file that ETSI publishes with TS 119
 * 102-2 V1.4.1, with the schemas that it imports beside it.
 *
 * @module
 */

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  developmentIdentity,
  renderReport,
  SealwrightError,
  type VerificationReport,
  verifyDocument,
} from '../../src/index.js'
import { simpleReport } from '../../src/report/validation/simple-report.js'
import { schemaFaults } from '../report/etsi/check-schema.js'
import { readReport } from '../report/etsi/read-report.js'
import { reportJudge } from '../report/report-schemas.js'

/** Reports that xmllint is given at once. */
const GROUP = 100

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { schema: { type: 'string' }, anchors: { type: 'string', multiple: true } },
})
if (positionals.length === 0) {
  console.error('Usage: report-corpus.ts DIR ... [--schema FILE] [--anchors FILE ...]')
  process.exit(2)
}

const identity = await developmentIdentity({ name: 'Corpus' })
const judges = {
  report: reportJudge('VerificationReport'),
  simple: reportJudge('SimpleReport'),
  detailed: reportJudge('DetailedReport'),
}
const trustAnchors = await Promise.all((values.anchors ?? []).map((file) => readFile(file)))
const faults: string[] = []
const counts = { files: 0, refused: 0, signatures: 0, xml: 0 }
let group: { readonly name: string; readonly bytes: Uint8Array }[] = []

for (const folder of positionals) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.toLowerCase().endsWith('.pdf'))
  for (const name of names.sort()) await checkFile(join(folder, name))
}
await checkGroup()

console.log(
  `${counts.files} files, ${counts.refused} of them no PDF that can be judged, ${counts.signatures} signatures`,
)
console.log(`${counts.xml} validation reports in XML, half of them signed and with all objects`)
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults:\n  ${faults.join('\n  ')}`)
process.exitCode = faults.length === 0 ? 0 : 1

async function checkFile(path: string): Promise<void> {
  counts.files++
  const report = await verify(path)
  if (report === undefined) return
  counts.signatures += report.signers.length
  const name = basename(path)
  note(name, 'report', judges.report(JSON.parse(JSON.stringify(report))))
  for (const format of ['simple', 'detailed'] as const) {
    const { bytes } = await renderReport(report, { format })
    note(name, format, judges[format](JSON.parse(new TextDecoder().decode(bytes))))
  }
  note(name, 'reasons', withoutReason(report))
  const { validationObjects: _, ...withoutObjects } = report
  for (const [reported, signing] of [[withoutObjects, {}] as const, [report, { identity }] as const]) {
    const { bytes } = await renderReport(reported, { format: 'etsi-xml', fileName: name, ...signing })
    note(name, 'references', readReport(bytes).danglingReferences())
    group.push({ name, bytes })
  }
  if (group.length >= GROUP) await checkGroup()
}

/** Signatures and time stamps that did not pass, without a word about why. */
function withoutReason(report: VerificationReport): string[] {
  const { signatures } = simpleReport(report, { validationTime: new Date(), fileName: null })
  return signatures
    .flatMap((signature) => [signature, ...signature.timestamps])
    .filter(({ indication, errors }) => indication !== 'TOTAL-PASSED' && errors.length === 0)
    .map(({ id, indication, subIndication }) => `${id} is ${indication} ${subIndication}`)
}

async function verify(path: string): Promise<VerificationReport | undefined> {
  try {
    const anchors = trustAnchors.length === 0 ? {} : { trustAnchors }
    return await verifyDocument(await readFile(path), { ...anchors, validationObjects: 'bytes' })
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    counts.refused++
    return undefined
  }
}

async function checkGroup(): Promise<void> {
  const found = await schemaFaults(
    group.map(({ bytes }) => bytes),
    values.schema,
  )
  found.forEach((fault, index) => {
    if (fault !== undefined) note(group[index]?.name ?? '', 'schema', [fault])
  })
  counts.xml += group.length
  group = []
}

function note(name: string, what: string, found: readonly string[]): void {
  for (const fault of found) faults.push(`${name}: ${what}: ${fault.slice(0, 500)}`)
}
