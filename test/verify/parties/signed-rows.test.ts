/**
 * Rows of the certificate page that somebody signs with a program of its own: what they show has to be what the audit record
 * of their signature says.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { PartyRowLine } from '../../../src/audit/party-row.js'
import { PdfDict, PdfName, type PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import type { DisplayItem } from '../../../src/typeset/display/display-list.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { addForm } from '../../../src/typeset/paint/add-pages.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { ADA, partiesOf, signAs } from '../../sign/parties/party-signing.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, fieldNamed } from '../support/revise.js'
import { certificateOf, changeLine, type RowCanvas, type RowForgery, signRow } from './forge-row.js'

/** Signed by Ada, and another of the same kind; the rows of Charles and Mary are empty. */
let first: Uint8Array
let other: Uint8Array
beforeAll(async () => {
  const parties = partiesOf(3)
  const sign = async () => (await signAs(makePdf(ONE_PAGE), ADA, { parties })).bytes
  ;[first, other] = [await sign(), await sign()]
}, 60_000)

const line = (value: string, label = ''): PartyRowLine => ({ kind: 'text', label, value })

/** The form of an honest row with more content behind it. */
function withContent(content: string, entries: Record<string, PdfDict> = {}) {
  return ({ revision, lines, draw }: RowCanvas) => {
    const ref = draw(lines)
    const form = revision.increment.resolve(ref)
    if (!(form instanceof PdfStream)) throw new Error('The row is no stream.')
    const outer = new PdfDict({
      ...Object.fromEntries(['Type', 'Subtype', 'BBox'].map((key) => [key, form.dict.get(key) ?? null])),
      Resources: new PdfDict({ XObject: new PdfDict({ Row: ref }), ...entries }),
    })
    return revision.add(stream(outer, `q /Row Do Q\n${content}`))
  }
}

const HELVETICA = { Font: dict`<</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>` }

/** The row through a clip that leaves out a strip from `from` to `to` points above its foot. */
function withoutStrip(from: number, to: number) {
  return ({ revision, lines, draw, size }: RowCanvas) => {
    const row = draw(lines)
    const [width, height] = [size.width / 20, size.height / 20]
    const clip = `0 0 ${width} ${from} re 0 ${to} ${width} ${height} re W n`
    const outer = dict`<</Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources <</XObject <</Row ${row}>>>>>>`
    return revision.add(stream(outer, `${clip} /Row Do`))
  }
}

/** Codes of what the signature in a row is told. */
async function codesOf(forgery: RowForgery, bytes = first): Promise<{ valid: boolean; codes: readonly string[] }> {
  const { valid, signers } = await verifyDocument(await signRow(bytes, forgery))
  return { valid, codes: signers.flatMap(({ reasons }) => reasons.map(({ code }) => code)) }
}

it('a row that is signed by hand as it should be is valid', async () => {
  expect(await codesOf({})).toEqual({ valid: true, codes: [] })
  expect(await codesOf({ row: 3 })).toEqual({ valid: true, codes: [] })
})

const MISMATCH = 'party_row_mismatch'

const DRAWINGS: Readonly<Record<string, RowForgery>> = {
  'another name': { lines: changeLine('name', () => 'Queen Victoria') },
  'another case of the name': { lines: changeLine('name', (value) => value.toUpperCase()) },
  'a longer name': { lines: changeLine('name', (value) => `${value} for the Crown`) },
  'a shorter name': { lines: changeLine('name', (value) => value.slice(0, -1)) },
  'the letters of the name in another order': { lines: changeLine('name', (value) => [...value].reverse().join('')) },
  'a name of letters that look alike': { lines: changeLine('name', (value) => value.replace('a', '\u0430')) },
  'another e-mail address': { lines: changeLine('email', () => 'crown@example.com') },
  'a time that is a second off': { lines: changeLine('time', (value) => value.replace(':00 UTC', ':01 UTC')) },
  'another day': { lines: changeLine('time', (value) => value.replace('2026-11-20', '2026-11-02')) },
  'a local time that nobody asked for': {
    lines: changeLine('time', (value) => `${value} \u00b7 2026-11-20 10:00:00 +01:00`),
  },
  'another digest': {
    lines: changeLine('digest', (value) => `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`),
  },
  'the digest cut short': { lines: changeLine('digest', (value) => value.slice(0, 32)) },
  'no IP address': { lines: (lines) => lines.filter(({ label }) => label !== 'IP address') },
  'no digest': { lines: (lines) => lines.filter(({ kind }) => kind !== 'digest') },
  'fewer events': {
    lines: (lines) => lines.map((each) => (each.label === 'Events' ? { ...each, value: 'submit' } : each)),
  },
  'more events': {
    lines: (lines) => lines.map((each) => (each.label === 'Events' ? { ...each, value: `${each.value}, pay` } : each)),
  },
  'another label': {
    lines: (lines) => lines.map((each) => (each.kind === 'name' ? { ...each, label: 'Refused by' } : each)),
  },
  'a line more': { lines: (lines) => [...lines, line('and accepts a fee of 900 pounds')] },
  'a line more at the top': { lines: (lines) => [line('under protest'), ...lines] },
  'its lines in another order': { lines: (lines) => lines.toReversed() },
  'nothing but the name': { lines: (lines) => lines.slice(0, 1) },
  'that nobody has signed': { lines: () => [line('Not yet signed')] },
  'what it showed before': { appearance: () => undefined },
  nothing: { appearance: () => new PdfDict() },
  'a drawing besides': { appearance: withContent('0 0 0 RG 150 20 m 250 40 l S') },
  'a white box over a line': { appearance: withContent('1 1 1 rg 60 0 300 12 re f') },
  'a box of paper below the text': { appearance: withContent('0.9 0.9 1 rg 60 0 300 12 re f') },
  'text that nobody sees': { appearance: withContent('BT 3 Tr /F 8 Tf 60 2 Td (for the Crown) Tj ET', HELVETICA) },
  'white text': { appearance: withContent('BT 1 1 1 rg /F 8 Tf 60 2 Td (for the Crown) Tj ET', HELVETICA) },
  'tiny text': { appearance: withContent('BT /F 1 Tf 60 2 Td (for the Crown) Tj ET', HELVETICA) },
  'text outside of its box': { appearance: withContent('BT /F 8 Tf 60 -40 Td (for the Crown) Tj ET', HELVETICA) },
  'letters of which a clip takes the upper edge': { appearance: withoutStrip(61, 62) },
  'all letters in pale ink': {
    appearance: ({ revision, lines, draw, size }) => {
      const row = draw(lines)
      const [width, height] = [size.width / 20, size.height / 20]
      const outer = dict`<</Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources
        <</XObject <</Row ${row}>> /ExtGState <</Pale <</ca 0.5>>>>>>>>`
      return revision.add(stream(outer, '/Pale gs /Row Do'))
    },
  },
  'a picture': {
    appearance: withContent('q 100 0 0 20 100 5 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q'),
  },
  'another look under the pointer': {
    appearance: ({ draw, lines }) => {
      const [normal, over] = [draw(lines), draw([line('Refused')])]
      return new PdfDict({ N: normal, R: over })
    },
  },
  'looks by state': {
    appearance: ({ draw, lines }) => new PdfDict({ N: new PdfDict({ On: draw(lines) }) }),
    widget: () => ({ AS: PdfName.of('On') }),
  },
  'a ground of its own': { widget: () => ({ MK: dict`<</BG [1 1 1]>>` }) },
  'a caption': { widget: () => ({ MK: dict`<</CA (Refused)>>` }) },
}

describe('a row is not valid that shows', () => {
  it.each(Object.entries(DRAWINGS))('%s', async (_, forgery) => {
    const { valid, codes } = await codesOf(forgery)
    expect([valid, codes]).toEqual([false, expect.arrayContaining([MISMATCH])])
  })

  it('the row of another document', async () => {
    let row: PartyRowLine[] = []
    const lines = (honest: PartyRowLine[]) => {
      row = honest
      return honest
    }
    await signRow(other, { lines })
    expect(await codesOf({ lines: () => row })).toEqual({ valid: false, codes: [MISMATCH] })
  })
})

/** Draws one text with the letters of another, as a font that lies about its letters does. */
function lyingText({ revision, size }: RowCanvas, drawn: string, claimed: string): PdfRef {
  const fonts = createFontLibrary({ sources: [] })
  const { face } = fonts.find('Carlito', true, false)
  const letters = [...drawn.padEnd(claimed.length)].slice(0, claimed.length)
  const item: DisplayItem = {
    kind: 'glyphs',
    face,
    size: 170,
    x: 1400,
    y: 150,
    color: '1C1F24',
    glyphs: letters.map((letter) => face.glyphOf(letter.codePointAt(0) ?? 0)),
    advances: letters.map(() => 90),
    texts: claimed,
  }
  const options = { calibratedColor: true, fonts }
  return addForm(revision.increment, [item], size, [1, 0, 0, 1, 0, 0], options)
}

/** Matrices for the whole row. */
const TURNED = {
  'upside down': '1 0 0 -1 0 76',
  'turned about': '-1 0 0 -1 318 76',
  'a mirror image': '-1 0 0 1 318 0',
  stretched: '0.5 0 0 1 0 0',
  slanted: '1 0 0.3 1 0 0',
  tiny: '0.2 0 0 0.2 0 0',
} as const

describe('a row is not valid whose font lies', () => {
  const isName = ({ kind }: PartyRowLine) => kind === 'name'
  const forge = (drawn: string): RowForgery => ({
    appearance: (canvas) => {
      const { revision, lines, draw } = canvas
      const row = draw(lines.map((each) => (isName(each) ? { ...each, value: '' } : each)))
      const name = lyingText(canvas, drawn, lines.find(isName)?.value ?? '')
      const { width, height } = canvas.size
      const resources = new PdfDict({ XObject: new PdfDict({ Row: row, Name: name }) })
      const outer = dict`<</Type /XObject /Subtype /Form /BBox [0 0 ${String(width / 20)} ${String(height / 20)}]>>`
      return revision.add(stream(outer.with({ Resources: resources }), '/Row Do /Name Do'))
    },
  })

  it('and is valid where it does not', async () => {
    expect(await codesOf(forge('Charles Babbage'))).toEqual({ valid: true, codes: [] })
  })

  it.each(Object.entries(TURNED))('with letters that are %s', async (_, matrix) => {
    const appearance = ({ revision, lines, draw }: RowCanvas) => {
      const form = revision.increment.resolve(draw(lines))
      if (!(form instanceof PdfStream)) throw new Error('The row is no stream.')
      const inner = revision.add(form)
      const outer = new PdfDict({
        ...Object.fromEntries(['Type', 'Subtype', 'BBox'].map((key) => [key, form.dict.get(key) ?? null])),
        Resources: new PdfDict({ XObject: new PdfDict({ Row: inner }) }),
      })
      return revision.add(stream(outer, `q ${matrix} cm /Row Do Q`))
    }
    expect((await codesOf({ appearance })).valid).toBe(false)
  })

  it.each(['\u200b', '\u2060', '\u180e', '\u0001'])(
    'and draws letters for %j, which programs leave out',
    async (blank) => {
      const appearance = (canvas: RowCanvas) => {
        const { revision, lines, draw, size } = canvas
        const resources = new PdfDict({
          XObject: new PdfDict({ Row: draw(lines), More: lyingText(canvas, 'NOT', blank.repeat(3)) }),
        })
        const outer = dict`<</Type /XObject /Subtype /Form /BBox [0 0 ${size.width / 20} ${size.height / 20}]>>`
        return revision.add(stream(outer.with({ Resources: resources }), '/Row Do 1 0 0 1 150 0 cm /More Do'))
      }
      expect(await codesOf({ appearance })).toEqual({ valid: false, codes: [MISMATCH] })
    },
  )

  it.each(['Queen Victoria', 'Charles Cabbage', 'harlesC abbageB'])('about %s', async (drawn) => {
    expect(await codesOf(forge(drawn))).toEqual({ valid: false, codes: [MISMATCH] })
  })
})

describe('a row is not valid whose record', () => {
  const RECORDS: readonly (readonly [name: string, code: string, forgery: RowForgery])[] = [
    ['is missing', 'party_row_unrecorded', { isUnrecorded: true }],
    [
      'is missing, and that shows nothing new',
      'party_row_unrecorded',
      { isUnrecorded: true, appearance: () => undefined },
    ],
    ['names no row', 'party_record_mismatch', { record: ({ party: _, ...input }) => input }],
    [
      'names another row',
      'party_record_mismatch',
      { record: (input, party) => ({ ...input, party: { ...party, row: 3 } }) },
    ],
    [
      'names another certificate',
      'party_record_mismatch',
      { record: (input, party) => ({ ...input, party: { ...party, certificate: '0'.repeat(64) } }) },
    ],
    ['names no certificate', 'party_record_mismatch', { record: (input) => ({ ...input, party: { row: 2 } }) }],
    ['names another signer', 'party_signer_mismatch', { signer: { name: 'Mallory', email: 'mallory@example.com' } }],
    [
      'names another signer by the name of the party',
      'party_signer_mismatch',
      { signer: { name: 'Charles Babbage', email: 'mallory@example.com' } },
    ],
    ['is that of the party of another field', 'party_record_mismatch', { row: 2, field: 'Party3' }],
    [
      'is about another document',
      'audit_input_mismatch',
      { record: (input) => ({ ...input, document: { ...input.document, sha256: '0'.repeat(64) } }) },
    ],
  ]
  it.each(RECORDS)('%s: %s', async (_, code, forgery) => {
    const { valid, codes } = await codesOf(forgery)
    expect([valid, codes]).toEqual([false, expect.arrayContaining([code])])
  })

  it('lists parties again', async () => {
    const { parties } = certificateOf(first)
    const { valid, codes } = await codesOf({ record: (input) => ({ ...input, parties }) })
    expect([valid, codes]).toEqual([false, expect.arrayContaining(['parties_listed_again'])])
  })
})

describe('whoever signs a row may not', () => {
  const CHANGES: Readonly<Record<string, RowForgery>> = {
    'move it': { widget: () => ({ Rect: [300, 300, 500, 380] }) },
    'give up its place': { widget: () => ({ Rect: [0, 0, 0, 0] }) },
    'hide it': { widget: () => ({ F: 2 }) },
    'rename it': { widget: () => ({ T: pdf`(Party9)` }) },
    'put it on a layer': { widget: () => ({ OC: dict`<</Type /OCG /Name (A)>>` }) },
    'draw another row': {
      change: (revision) => {
        const { ref } = fieldNamed(revision.document, 'Party3')
        const form = revision.add(
          stream(
            dict`<</Type /XObject /Subtype /Form /BBox [0 0 300 70] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>`,
            'BT /F 8 Tf 10 50 Td (Signed by Mary Somerville) Tj ET',
          ),
        )
        revision.set(ref, { AP: new PdfDict({ N: form }) })
      },
    },
    'lay a note over another row': {
      change: (revision) => {
        const { dict: widget } = fieldNamed(revision.document, 'Party1')
        addAnnotation(
          revision,
          widget.get('P') as PdfRef,
          dict`<</Type /Annot /Subtype /Square /Rect ${widget.get('Rect') ?? null} /F 4 /IC [1 1 1] /C [1 1 1]>>`,
        )
      },
    },
  }
  it.each(Object.entries(CHANGES))('%s', async (_, forgery) => {
    expect((await codesOf(forgery)).valid).toBe(false)
  })
})
