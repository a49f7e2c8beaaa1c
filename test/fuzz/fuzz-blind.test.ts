/**
 * A small run of the blind fuzzer, and holes that it has to find when a verifier has them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError, type VerificationReport, verifyDocument } from '../../src/index.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { hasTool } from '../support/tools.js'
import { WRITER_NAMES } from '../verify/bases/bases.js'
import { BlindFuzzer, type BlindOutcome, type Judge } from '../verify/generator/blind/blind-fuzzer.js'
import { orphanSeeds } from '../verify/generator/blind/orphan-seeds.js'
import { digitProgram } from '../verify/generator/blind/small-programs.js'
import { ownSeeds } from '../verify/generator/own-seeds.js'

const CASES = 500
/** Cases within which each planted hole has to be found. */
const CASES_PER_HOLE = 6000
const PARALLEL = 3
const TOOLS = ['pdftoppm', 'pdftotext', 'mutool', 'qpdf', 'soffice']

/** Some cases at a time, until `done` says so. */
async function runCases(fuzzer: BlindFuzzer, count: number, done: (outcome: BlindOutcome, number: number) => boolean) {
  let next = 0
  let isDone = false
  const work = async () => {
    while (next < count && !isDone) {
      const number = next++
      isDone = done(await fuzzer.run(number), number) || isDone
    }
  }
  try {
    await Promise.all(Array.from({ length: PARALLEL }, work))
  } finally {
    fuzzer.close()
  }
}

type Found = (document: PdfDocument, object: PdfDict) => boolean

const dictAt = (document: PdfDocument, dict: PdfDict | undefined, key: string): PdfDict | undefined => {
  const value = document.resolve(dict?.get(key))
  return value instanceof PdfDict ? value : value instanceof PdfStream ? value.dict : undefined
}
const typeOf = (dict: PdfDict | undefined) => nameOf(dict?.get('FT'))
const isWidget = (dict: PdfDict) => nameOf(dict.get('Subtype')) === 'Widget'
const DIGITS = Buffer.from(digitProgram())

/** Holes that a verifier may have, each with the change that its report then names. */
const HOLES: Readonly<Record<string, Found>> = {
  'a group of signature fields that is drawn itself': (_, dict) =>
    isWidget(dict) && typeOf(dict) === 'Sig' && dict.has('Kids') && dict.has('AP') && !dict.has('V'),
  'a group of signature fields with an action': (_, dict) =>
    typeOf(dict) === 'Sig' && dict.has('Kids') && (dict.has('A') || dict.has('AA')),
  'a place of a signature field that is a text field to viewers': (document, dict) =>
    isWidget(dict) &&
    typeOf(dict) === 'Tx' &&
    dict.has('V') &&
    !dict.has('AP') &&
    typeOf(dictAt(document, dict, 'Parent')) === 'Sig',
  'a field in a signed font whose program was exchanged': (document, dict) => {
    const look = dictAt(document, dictAt(document, dict, 'AP'), 'N')
    const font = dictAt(document, dictAt(document, dictAt(document, look, 'Resources'), 'Font'), 'F')
    const program = document.resolve(dictAt(document, font, 'FontDescriptor')?.get('FontFile2'))
    return isWidget(dict) && program instanceof PdfStream && Buffer.compare(program.data, DIGITS) !== 0
  },
}

/** A verifier that sees nothing wrong in documents with one hole, and something in all others. */
function judgeWith(hole: Found): Judge {
  return async (bytes) => {
    const document = PdfDocument.open(bytes)
    const objects = Array.from({ length: document.xref.size }, (_, num): PdfObject => document.resolve(new PdfRef(num)))
    const dict = objects.find((object) => object instanceof PdfDict && hole(document, object))
    if (!(dict instanceof PdfDict)) return undefined
    const report = await reportOn(bytes)
    return report === undefined ? undefined : { ...report, valid: true, signers: report.signers.map(withoutChanges) }
  }
}

function withoutChanges(signer: VerificationReport['signers'][number]) {
  return { ...signer, status: 'valid' as const, changes: { ...signer.changes, changes: [] } }
}

async function reportOn(bytes: Uint8Array): Promise<VerificationReport | undefined> {
  try {
    return await verifyDocument(bytes)
  } catch (error) {
    if (error instanceof SealwrightError) return undefined
    throw error
  }
}

describe.skipIf(!TOOLS.every(hasTool))('sound increments of any kind', () => {
  it(`show and do nothing in ${CASES} cases that a report of "valid" does not name`, async () => {
    const fuzzer = new BlindFuzzer([...ownSeeds(), ...orphanSeeds()], 1)
    const writers = new Set<string | undefined>()
    const unexplained: string[] = []
    let drawn = 0
    await runCases(fuzzer, CASES, ({ kind, origin, moves, faults }, number) => {
      if (kind.endsWith('explained')) {
        drawn += 1
        writers.add(WRITER_NAMES.find((name) => origin.startsWith(`${name},`)))
      }
      if (kind === 'unexplained') unexplained.push(`#${number} ${origin}: ${moves.join(', ')}: ${faults.join('; ')}`)
      return false
    })
    expect(unexplained).toEqual([])
    expect(drawn).toBeGreaterThan(CASES / 20)
    expect(writers.size).toBeGreaterThanOrEqual(5)
  }, 600_000)

  for (const [name, hole] of Object.entries(HOLES)) {
    it(`find ${name}`, async () => {
      const fuzzer = new BlindFuzzer([...ownSeeds(), ...orphanSeeds()], 1, judgeWith(hole))
      let found: string[] = []
      await runCases(fuzzer, CASES_PER_HOLE, ({ kind, faults }) => {
        if (kind === 'unexplained') found = [...faults]
        return kind === 'unexplained'
      })
      expect(found).not.toEqual([])
    }, 300_000)
  }
})
