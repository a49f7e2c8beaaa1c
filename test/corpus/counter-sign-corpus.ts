/**
 * Counter-signs every PDF of a folder that is validly signed, and every other one once it is signed by us. What is
 * signed before must stay valid for this package, poppler and MuPDF, and every object of a counter-signature must be
 * explained (see test/support/update-rule.ts).
 *
 *     npx tsx test/corpus/counter-sign-corpus.ts DIR... [--only TEXT]
 *
 * Ends with code 1 when an earlier signature suffered, or when something other than a SealwrightError was thrown.
 *
 * @module
 */

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  developmentIdentity,
  SealwrightError,
  type SignOptions,
  signDocument,
  verifyDocument,
} from '../../src/index.js'
import { mutoolSign, pdfinfo, pdfsig, withFiles } from '../support/oracles.js'
import { runTool } from '../support/tools.js'
import { unexplainedChanges } from '../support/update-rule.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
})
if (positionals.length === 0) {
  console.error('Usage: counter-sign-corpus.ts DIR... [--only TEXT]')
  process.exit(2)
}

/** Size of a drawn signature, and how far it keeps away from text, in points. */
const DRAWN = { width: 120, height: 30, margin: 15 }

const identity = await developmentIdentity()
const outcomes = new Map<string, string[]>()
const faulty: string[] = []

for (const folder of positionals) {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort()
  for (const name of names.filter((name) => name.includes(values.only))) await checkFile(join(folder, name))
}
console.log('\nOutcomes')
for (const [outcome, names] of [...outcomes].sort()) {
  console.log(`  ${String(names.length).padStart(4)}  ${outcome}${names.length <= 8 ? `: ${names.join(', ')}` : ''}`)
}
console.log(faulty.length === 0 ? '\nEvery earlier signature stayed valid.' : `\n${faulty.length} with faults.`)
process.exitCode = faulty.length === 0 ? 0 : 1

async function checkFile(path: string): Promise<void> {
  const name = basename(path)
  const input = new Uint8Array(await readFile(path))
  const signed = await firstSigned(input)
  if (typeof signed === 'string') return note(`passed over, ${signed}`, name)
  const earlier = await judgeSignatures(signed)
  if (earlier.own.some((status) => status === 'invalid')) return note('passed over, not valid before', name)
  const rectangle = await findFreePlace(signed)
  const modes: (readonly [string, Partial<SignOptions>])[] = [['invisible', {}]]
  if (rectangle !== undefined) modes.push(['visible', { appearance: { rectangle } }])
  else note('no place for a visible one', name)
  for (const [mode, options] of modes) {
    const result = await attempt(() => sign(signed, false, options))
    if (typeof result === 'string') {
      note(`refused: ${result}`, `${name} [${mode}]`)
      continue
    }
    const faults = await findFaults(signed, earlier, result)
    const isTagged = faults.length > 0 && (await isTaggedForStandard(signed, earlier, result, options))
    if (isTagged) {
      note('sound, with a new Form element as PDF/UA asks', `${name} [${mode}]`)
      continue
    }
    note(faults.length === 0 ? 'sound' : 'FAULTY', `${name} [${mode}]`)
    if (faults.length === 0) continue
    faulty.push(name)
    console.log(`FAIL ${name} [${mode}]\n${faults.map((fault) => `       ${fault}`).join('\n')}`)
  }
}

/** The file where it is signed; else a copy that is signed by us, with the certificate page. */
async function firstSigned(input: Uint8Array): Promise<Uint8Array | string> {
  const report = await attempt(() => verifyDocument(input))
  if (typeof report === 'string') return report
  return report.signers.length > 0 ? input : attempt(() => sign(input, true))
}

async function sign(input: Uint8Array, page: boolean, options: Partial<SignOptions> = {}): Promise<Uint8Array> {
  const request = {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit' }],
    certificate: { enabled: page },
  }
  return (await signDocument(input, request, { identity, ...options })).bytes
}

/** What each signature is worth, in the order of signing by us, and of the form by the others. */
interface Judgement {
  readonly own: readonly string[]
  readonly reasons: readonly string[]
  readonly poppler: ReadonlyMap<string, boolean>
  readonly mupdf: ReadonlyMap<number, boolean>
}

async function judgeSignatures(bytes: Uint8Array): Promise<Judgement> {
  const { signers } = await verifyDocument(bytes)
  return withFiles({ 'file.pdf': bytes }, async (path) => {
    const { signatures } = await pdfsig(path('file.pdf'))
    const mupdf = await mutoolSign(path('file.pdf'))
    return {
      own: signers.map(({ status }) => status),
      reasons: signers.map(({ reasons }) => reasons.map(({ message }) => message).join(' ')),
      poppler: new Map(signatures.map(({ field, signatureValid }) => [field, signatureValid])),
      mupdf: new Map(mupdf.map(({ fieldObject, intact }) => [fieldObject, intact])),
    }
  })
}

/**
 * Whether all that is wrong is what PDF/UA asks for: the element of the drawn field. Whoever asks for documents that strict
 * verifiers accept leaves the standard aside, and gets one without any fault.
 */
async function isTaggedForStandard(
  before: Uint8Array,
  earlier: Judgement,
  after: Uint8Array,
  options: Partial<SignOptions>,
): Promise<boolean> {
  if ((await findFaults(before, earlier, after, true)).length > 0) return false
  const plain = await attempt(() => sign(before, false, { ...options, conformance: 'ignore' }))
  return typeof plain !== 'string' && (await findFaults(before, earlier, plain)).length === 0
}

async function findFaults(
  before: Uint8Array,
  earlier: Judgement,
  after: Uint8Array,
  mayTag = false,
): Promise<string[]> {
  const later = await judgeSignatures(after)
  const faults: string[] = []
  later.own.forEach((status, i) => {
    if (status === 'invalid') faults.push(`signature ${i + 1} is invalid: ${later.reasons[i]}`)
  })
  if (later.own.length !== earlier.own.length + 1) faults.push(`there are ${later.own.length} signatures`)
  for (const [field, valid] of earlier.poppler) {
    if (valid && later.poppler.get(field) !== true) faults.push(`poppler finds ${field} invalid`)
  }
  for (const [field, intact] of earlier.mupdf) {
    if (intact && later.mupdf.get(field) !== true) faults.push(`MuPDF finds the field ${field} invalid`)
  }
  faults.push(...(await unexplainedChanges(before, after, { mayTag })))
  return faults
}

type Rectangle = readonly [number, number, number, number]

/** A place on the first page where poppler finds no text near by; `undefined` where there is none, or the page is turned. */
async function findFreePlace(bytes: Uint8Array): Promise<Rectangle | undefined> {
  return withFiles({ 'file.pdf': bytes }, async (path) => {
    const { fields } = await pdfinfo(path('file.pdf'))
    const { stdout } = await runTool('pdftotext', ['-bbox', '-l', '1', path('file.pdf'), '-'])
    const page = /<page width="([\d.]+)" height="([\d.]+)"/.exec(stdout)
    if (page === null || fields.get('Page rot') !== '0') return undefined
    const [width, height] = [Number(page[1]), Number(page[2])]
    const words = [...stdout.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)"/g)]
    const isFree = (left: number, bottom: number) =>
      words.every(([, ...edges]) => {
        const [x1 = 0, top = 0, x2 = 0, low = 0] = edges.map(Number)
        const { margin } = DRAWN
        const beside = x2 < left - margin || x1 > left + DRAWN.width + margin
        return beside || height - top < bottom - margin || height - low > bottom + DRAWN.height + margin
      })
    for (let bottom = 10; bottom + DRAWN.height < height; bottom += 20) {
      for (let left = 10; left + DRAWN.width < width; left += 20) {
        if (isFree(left, bottom)) return [left, bottom, left + DRAWN.width, bottom + DRAWN.height]
      }
    }
    return undefined
  })
}

async function attempt<T>(call: () => Promise<T>): Promise<T | string> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}

function note(outcome: string, name: string): void {
  outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name])
}
