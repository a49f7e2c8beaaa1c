/**
 * What a report calls permitted: the same changes everywhere, and none that a finding is about.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { describeReport } from '../../adapters/cli/describe-report.js'
import { painter } from '../../adapters/cli/terminal.js'
import { textString } from '../../src/pdf/syntax/text-string.js'
import { changeSentence, listChanges } from '../../src/report/change-words.js'
import { checkResult } from '../../src/report/html/check-result.js'
import { renderReport } from '../../src/report/render-report.js'
import { Wording } from '../../src/report/wording.js'
import { LANGUAGES, type Language, loadTexts } from '../../src/texts/texts.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { pdftotext, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { ALL_ATTACKS } from '../verify/attacks/all-attacks.js'
import {
  annotate,
  change,
  createDocument,
  dict,
  fieldText,
  form,
  name,
  REFS,
  sign,
} from '../verify/changes/changed-documents.js'

/** Attacks of each of these kinds that are looked at. */
const SAMPLES = 2
const KINDS = [
  'shadow: replace',
  'evil annotations',
  'sneaky signatures',
  'changed fields',
  'locked fields',
  'signature fields',
]

/** A field that is filled in, and shows another value; nothing else is changed. */
async function filledWithLie(): Promise<Uint8Array> {
  return change(await sign(createDocument()), ({ increment, update }) => {
    update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('100')) }) })
  })
}

/** A filled field, which the certification permits, and a note, which it does not. */
async function filledWithNote(): Promise<Uint8Array> {
  const signed = await sign(createDocument(), { certify: 2 })
  return change(signed, (changing) => {
    const { increment, update } = changing
    update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('900')) }) })
    const note = { Type: name('Annot'), Subtype: name('Square'), Rect: [10, 10, 20, 20] }
    annotate(changing, increment.add(dict({ ...note, AP: dict({ N: increment.add(form('', 10, 10)) }) })))
  })
}

const reports: VerificationReport[] = []

beforeAll(async () => {
  const files = [await filledWithLie(), await filledWithNote()]
  for (const kind of KINDS) {
    for (const { from, make } of (ALL_ATTACKS[kind] ?? []).slice(0, SAMPLES)) files.push(await make(await from()))
  }
  for (const file of files) reports.push(await verifyDocument(file))
}, 120_000)

function changesOf({ signers }: VerificationReport) {
  return signers.flatMap(({ changes }) => changes.changes)
}

function occurrences(text: string, words: string): number {
  return text.split(words).length - 1
}

/** What stands before a change that is permitted. */
async function permittedLabel(language: Language): Promise<string> {
  return (await loadTexts(language)).summary.permitted
}

/** How often a web page says so: once on its first screen for each sentence, and in the list of each signature. */
async function expectedLabels(report: VerificationReport, language: Language): Promise<number> {
  const wording = new Wording(language, await loadTexts(language))
  const permitted = listChanges(report.signers).filter((change) => change.permitted)
  const sentences = new Set(permitted.map((change) => changeSentence(change, report.signers, wording)))
  return sentences.size + changesOf(report).filter((change) => change.permitted).length
}

describe('the report of a document that is not valid', () => {
  it('calls no change permitted that a finding names', () => {
    expect(reports.length).toBeGreaterThan(KINDS.length)
    expect(reports.filter(({ valid }) => valid)).toEqual([])
    for (const report of reports) {
      const messages = report.signers.flatMap(({ reasons, changes }) => [...reasons, ...changes.findings])
      for (const { permitted, deniedBy, description, revision } of changesOf(report)) {
        expect(permitted).toBe(deniedBy === undefined)
        if (!permitted) continue
        const [field] = /"[^"]*"/.exec(description) ?? [description]
        const about = messages.filter(({ message }) => message.includes(`(revision ${revision})`))
        expect(about.filter(({ message }) => message.includes(field) || message.includes(description))).toEqual([])
      }
    }
  })

  it('says the same of a field that was accepted and rejected', () => {
    const [report] = reports
    expect(report && changesOf(report)).toMatchObject([
      { permitted: false, deniedBy: ['Signature1'] },
      { permitted: false, deniedBy: ['Signature1'] },
    ])
  })

  it('still calls permitted what nothing speaks against', () => {
    const changes = reports[1] === undefined ? [] : changesOf(reports[1])
    expect(changes.map(({ code, permitted }) => [code, permitted]).toSorted()).toEqual([
      ['annotation_added', false],
      ['field_filled', true],
    ])
  })

  it.each(LANGUAGES)('calls the same changes permitted on the web page and the check page in %s', async (language) => {
    const label = `class="label">${await permittedLabel(language)}<`
    for (const report of reports) {
      const expected = await expectedLabels(report, language)
      const { bytes } = await renderReport(report, { format: 'html', language })
      expect(occurrences(new TextDecoder().decode(bytes), label)).toBe(expected)
      const options = { language, fileName: undefined, policy: undefined, hasViewer: false }
      expect(occurrences(await checkResult(report, options), label)).toBe(expected)
    }
  })

  it.skipIf(!hasTool('pdftotext')).each(LANGUAGES)(
    'calls the same changes permitted in the PDF in %s',
    async (language) => {
      const label = `${await permittedLabel(language)}: `
      for (const report of reports.slice(0, 3)) {
        const { bytes } = await renderReport(report, { format: 'pdf', language })
        const text = await withFiles({ 'report.pdf': bytes }, (path) => pdftotext(path('report.pdf')))
        expect(occurrences(text.replaceAll('\u00a0', ' '), label)).toBe(await expectedLabels(report, language))
      }
    },
  )

  it('calls the same changes permitted on the command line', () => {
    for (const report of reports) {
      const text = describeReport('a.pdf', report, { paint: painter(false, {}), quiet: false })
      const changes = changesOf(report)
      expect(occurrences(text, ', permitted: ')).toBe(changes.filter(({ permitted }) => permitted).length)
      expect(occurrences(text, ', not permitted')).toBe(changes.filter(({ permitted }) => !permitted).length)
      if (changes.length === 0) expect(text).not.toContain('Nothing has been changed since')
    }
  })

  it("tells the host's policy from a signature", async () => {
    const signed = await sign(createDocument())
    const filled = change(signed, ({ increment, update }) => {
      update(REFS.total, { V: textString('900'), AP: dict({ N: increment.add(fieldText('900')) }) })
    })
    const report = await verifyDocument(filled, { policy: { laterChanges: 'none' } })
    expect(changesOf(report)).toMatchObject([{ code: 'field_filled', permitted: false }])
    expect(changesOf(report)[0]).not.toHaveProperty('deniedBy')
    const text = describeReport('a.pdf', report, { paint: painter(false, {}), quiet: false })
    expect(text).toContain('not permitted by your policy: Field "Total" changed')
    const { bytes } = await renderReport(report, { format: 'html', language: 'en' })
    expect(new TextDecoder().decode(bytes)).toContain(
      '>Not accepted by this service</strong> After Ada Lovelace signed',
    )
  })
})
