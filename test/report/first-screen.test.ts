/**
 * The first screen of a report: five questions, answered in words that need no knowledge of PDF.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { describeReport } from '../../src/report/describe-report.js'
import { nameInSentence } from '../../src/report/people.js'
import { readableName } from '../../src/report/readable-name.js'
import type { Block, ReportView } from '../../src/report/report-view.js'
import { Wording } from '../../src/report/wording.js'
import { LANGUAGES, type Language, loadTexts } from '../../src/texts/texts.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { addPage, changeOneByte, coverText } from '../demo/forgeries.js'
import { ADA, CHARLES, signAs } from '../sign/parties/party-signing.js'
import { requestWith, sign } from '../sign/signing.js'
import { makeContract } from '../verify/support/contract.js'

const contract = makeContract().bytes
let signed: Uint8Array
let twice: Uint8Array

beforeAll(async () => {
  signed = await sign(contract)
  const charles = requestWith({ signer: { name: 'Charles Babbage', email: 'charles@example.com' } })
  twice = await sign(signed, { appearance: { page: 1, rectangle: [300, 40, 500, 90] } }, charles)
})

async function describeIn(report: VerificationReport, language: Language = 'en'): Promise<ReportView> {
  const wording = new Wording(language, await loadTexts(language), report.signers.length)
  return describeReport(report, wording, { verifiedAt: new Date() })
}

/** The entries of the lists of a first screen, with what stands before them. */
function entriesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => ('items' in block ? block.items : [])).map(({ label, text }) => `${label}: ${text}`)
}

describe('the first screen', () => {
  it('names what was done after whose signature, what is not permitted first', async () => {
    const view = await describeIn(await verifyDocument(coverText(twice, 'The fee is 900 pounds.')))
    expect([view.kind, view.explanation]).toEqual([
      'invalid',
      ['After Charles Babbage signed, a text note was laid on page 1.', 'The signatures do not permit that.'],
    ])
    expect(entriesOf(view.summary).slice(0, 2)).toEqual([
      'Not permitted: After Charles Babbage signed, a text note was laid on page 1.',
      'Permitted: After Ada Lovelace signed, Charles Babbage signed as well.',
    ])
  })

  it('says which of the parties have signed, each in its words', async () => {
    const { bytes } = await signAs(contract, ADA, {
      parties: [ADA, CHARLES, { name: 'Permitted: all', email: 'x@example.com' }],
    })
    const linesOf = async (language: Language) => {
      const { summary } = await describeIn(await verifyDocument(bytes), language)
      const block = summary.find((each) => each.kind === 'list' && each.items.length === 3)
      return block?.kind === 'list' ? block.items.map(({ tone, label, text }) => [tone, label, text]) : []
    }
    expect(await linesOf('en')).toEqual([
      ['good', undefined, 'Ada Lovelace has signed.'],
      ['open', undefined, 'Charles Babbage has not signed yet.'],
      ['open', undefined, '"Permitted: all" has not signed yet.'],
    ])
    expect((await linesOf('de'))[1]).toEqual(['open', undefined, 'Charles Babbage hat noch nicht unterschrieben.'])
    expect((await linesOf('fr'))[0]).toEqual(['good', undefined, 'Ada Lovelace a signé.'])
    expect((await linesOf('es'))[1]).toEqual(['open', undefined, 'Charles Babbage aún no ha firmado.'])
  })

  it('tells changes of the signed bytes from changes behind them', async () => {
    const broken = await describeIn(await verifyDocument(changeOneByte(signed)))
    expect(broken.explanation[0]).toMatch(/^What .* signed was changed afterwards/)
    const longer = await describeIn(await verifyDocument(addPage(signed)))
    expect(longer.explanation[0]).toMatch(/^After Ada Lovelace signed, page \d+ was added\.$/)
  })

  it.each(LANGUAGES)('is free of the words of the format in %s, and says what to do', async (language) => {
    for (const bytes of [signed, twice, coverText(twice, 'x'), addPage(twice), contract]) {
      const { verdict, explanation, summary } = await describeIn(await verifyDocument(bytes), language)
      const text = JSON.stringify([verdict, explanation, summary])
      expect(text).not.toMatch(/FreeText|[Rr]evisi[oó]n|\/Annots|CN=|\\\\,|\{\w+\}/)
      const advice = summary.find(({ kind }) => kind === 'answer')
      expect(advice?.kind === 'answer' && advice.text.length).toBeGreaterThan(40)
    }
  })

  it('says of an intact document whose signer is not proved that nothing was changed, before anything else', async () => {
    const other = await verifyDocument(signed, { trustAnchors: [await foreignAnchor()] })
    expect(other.valid).toBe(false)
    const view = await describeIn(other)
    expect([view.kind, view.verdict]).toEqual(['unproved', 'Intact, signer not proved'])
    expect(view.explanation.slice(0, 2)).toEqual(['The signature is intact.', 'Nothing has been changed since.'])
    expect(JSON.stringify(view.summary)).not.toContain('be judged')
  })

  it('marks the places of changes, in points of the page', async () => {
    const { signers } = await verifyDocument(coverText(twice, 'x'))
    const [signature, note] = signers[0]?.changes.changes ?? []
    expect(signature).toMatchObject({ field: 'Signature2', places: [{ page: 1, rectangle: [300, 40, 500, 90] }] })
    expect(note).toMatchObject({ annotation: 'FreeText', places: [{ page: 1, rectangle: [72, 400, 520, 440] }] })
  })
})

/** A certificate that the signer's own does not lead to. */
async function foreignAnchor(): Promise<Uint8Array> {
  const { developmentIdentity } = await import('../../src/index.js')
  const [certificate = new Uint8Array()] = (await developmentIdentity({ name: 'Somebody else' })).certificates
  return certificate
}

describe('names in sentences', () => {
  it('stand alone where they can be nothing but names', () => {
    for (const name of ['Ada Lovelace', 'Dr. J. R. R. Tolkien', 'Ann-Marie O’Neil', '马志鹏']) {
      expect(nameInSentence(name)).toBe(name)
    }
  })

  it('are quoted where they could continue our sentence', () => {
    const tricks = [
      'Ada, and nothing was changed',
      'Ada signed. All is well.',
      'Ada signed: valid',
      'אדה',
      'a'.repeat(50),
    ]
    for (const name of tricks) expect(nameInSentence(name)).toBe(`"${name}"`)
    expect(nameInSentence('Ada" signed. "')).toBe('"Ada‹U+0022› signed. ‹U+0022›"')
  })
})

describe('readableName', () => {
  it('takes the escapes of RFC 4514 away, and the common name to the front', () => {
    expect(readableName('CN=Ada Lovelace (development only\\, not trusted)')).toBe(
      'Ada Lovelace (development only, not trusted)',
    )
    expect(readableName('O=Engines\\, Ltd.,CN=Ada\\3D\\C3\\A9,C=GB')).toBe('Ada=é · O: Engines, Ltd. · C: GB')
  })

  it('does not let one value pass for two', () => {
    expect(readableName('CN=Mallory · O: Bank')).toBe('Mallory ‹U+00B7› O: Bank')
  })

  it('leaves alone what is no such name', () => {
    for (const text of ['', 'Ada', 'CN=', ',', '\\']) expect(readableName(text)).toBe(text)
  })
})
