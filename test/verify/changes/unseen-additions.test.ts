/**
 * Additions that no picture of the page shows.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import type { PdfRef } from '../../../src/pdf/objects.js'
import type { ChangesReport } from '../../../src/verify/report.js'
import { makeContract, xmp } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { type HandSigning, sign, signByHand } from '../support/sign.js'

const { bytes: unsigned, refs } = makeContract({ tagged: true })
const signed: Record<1 | 2, Uint8Array> = { 1: new Uint8Array(0), 2: new Uint8Array(0) }

beforeAll(async () => {
  signed[1] = await sign(unsigned, { certify: 1 })
  signed[2] = await sign(unsigned, { certify: 2 })
})

/** What the certification says of the changes. The time stamp itself is not looked at here, and is none. */
async function changesOf(bytes: Uint8Array): Promise<ChangesReport | undefined> {
  return (await verifyDocument(bytes)).signers[0]?.changes
}

const stamped = async (certify: 1 | 2, how: HandSigning): Promise<ChangesReport | undefined> => {
  const timestamp = { type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161', cms: async () => new Uint8Array(8) } as const
  return changesOf(await signByHand(signed[certify], { ...timestamp, ...how }))
}

const file = (revision: Revision, name = 'invoice.xml'): PdfRef => {
  const content = revision.add(stream(dict`<</Type /EmbeddedFile>>`, '<price>900</price>'))
  return revision.add(dict`<</Type /Filespec /F (${name}) /UF (${name}) /EF <</F ${content}>>>>`)
}

/** Gives the widget an element with further entries. */
const element = (more: string): NonNullable<HandSigning['change']> => {
  return (revision, _, widget) => {
    const added = revision.add(dict`<</Type /StructElem /S /Form /P ${refs.structDocument} /Pg ${refs.page1}
      /K <</Type /OBJR /Obj ${widget}>> ${more}>>`)
    revision.set(widget, { StructParent: 2 })
    revision.set(refs.structDocument, { K: [refs.structText, refs.structField, added] })
    revision.set(refs.parentTree, { Nums: [0, [refs.structText], 1, refs.structField, 2, added] })
  }
}

const SPOKEN: Readonly<Record<string, HandSigning>> = {
  'a description of the field': { widget: () => ({ TU: pdf`(The price is 900 EUR)` }) },
  'contents of the widget': { widget: () => ({ Contents: pdf`(The price is 900 EUR)` }) },
  'an alternative text': { change: element('/Alt (The price is 900 EUR)') },
  'a text deep in attributes': { change: element(`/A ${'['.repeat(60)}(The price is 900 EUR)${']'.repeat(60)}`) },
  'a title of an element': { change: element('/T (The price is 900 EUR)') },
  'an attribute': { change: element('/A <</O /PrintField /Role /tv /Desc (The price is 900 EUR)>>') },
}

describe('a text for listeners that comes with a time stamp', () => {
  it.each(Object.entries(SPOKEN))('is refused where nothing may change: %s', async (_, how) => {
    const report = await stamped(1, how)
    expect(report?.findings).toMatchObject([{ code: 'change_not_permitted' }])
    expect(report?.findings[0]?.message).toContain('"The price is 900 EUR"')
  })

  it.each(Object.entries(SPOKEN))('is named where forms may be filled in: %s', async (_, how) => {
    const report = await stamped(2, how)
    expect(report?.status).toBe('valid')
    expect(report?.changes.map(({ code }) => code)).toContain('spoken_text_added')
  })

  it.each(['/Phoneme (900)', '/ActualText (900)', '/AF []'])(
    'is never read in the place of content: %s',
    async (entry) => {
      expect((await stamped(2, { change: element(entry) }))?.findings).toMatchObject([{ code: 'structure_changed' }])
    },
  )

  it.each<[string, HandSigning]>([
    ['nothing', {}],
    ['an element without a text', { change: element('/ID (a) /Lang (en)') }],
    ['what our own say', { widget: () => ({ TU: pdf`(Time stamp)`, Contents: pdf`(Time stamp)` }) }],
  ])('is no matter where it says nothing: %s', async (_, how) => {
    const report = await stamped(1, how)
    expect(report).toMatchObject({ status: 'valid', changes: [{ code: 'document_timestamp_added' }] })
  })
})

describe('a file', () => {
  it.each<[string, HandSigning]>([
    ['the field', { widget: (revision) => ({ AF: [file(revision)] }) }],
    ['the field, without a list', { widget: (revision) => ({ AF: file(revision) }) }],
    [
      'the field, by the name of an audit record',
      { widget: (revision) => ({ AF: [file(revision, 'audit-trail.json')] }) },
    ],
    [
      'the metadata',
      {
        change: (revision) => {
          const entries = dict`<</Type /Metadata /Subtype /XML /AF [${file(revision)}]>>`
          revision.put(refs.metadata, stream(entries, xmp('2026-11-21T10:00:00Z')))
        },
      },
    ],
  ])('does not come with a time stamp where nothing may change: %s', async (_, how) => {
    expect((await stamped(1, how))?.findings).toMatchObject([{ code: 'change_not_permitted' }])
    const codes = (await stamped(2, how))?.changes.map(({ code }) => code)
    expect(codes).toContain('file_attached')
  })

  it('of a signature is its audit record, and no other change', async () => {
    const report = await changesOf(await sign(signed[2]))
    expect(report?.status).toBe('valid')
    expect(report?.changes.map(({ code }) => code)).not.toContain('file_attached')
  })
})

describe('properties that only the XMP metadata have', () => {
  const withProperty = (certify: 1 | 2, property: string) => {
    const packet = xmp('2026-11-21T10:00:00Z').replace(
      '</rdf:RDF>',
      `<rdf:Description rdf:about="">${property}</rdf:Description></rdf:RDF>`,
    )
    return changesOf(
      revise(signed[certify], (revision) =>
        revision.put(refs.metadata, stream(dict`<</Type /Metadata /Subtype /XML>>`, packet)),
      ),
    )
  }

  it.each([
    '<r:UsageTerms xmlns:r="http://ns.adobe.com/xap/1.0/rights/"><rdf:Alt><rdf:li>void</rdf:li></rdf:Alt></r:UsageTerms>',
    '<rdf:li xmlns:r="http://ns.adobe.com/xap/1.0/rights/" r:UsageTerms="void"/>',
    '<xmp:CreatorTool xmlns:xmp="http://ns.adobe.com/xap/1.0/rights/">void</xmp:CreatorTool>',
    '<xmp:Label>void</xmp:Label>',
    '<xmp:Label><!-- a comment -->void</xmp:Label>',
    '<xmp:Label><?an instruction?>void</xmp:Label>',
    '<xmp:Label><![CDATA[void]]></xmp:Label>',
    '<xmp:Label rdf:resource="void"/>',
    '<xmp:Label><rdf:value>void</rdf:value></xmp:Label>',
    // The name of the namespace as readers of XML take it, and not as a search for a declaration does.
    `<q:title xmlns:q =${' '.repeat(100)}"http://purl.org/dc/elements/1.1/">void</q:title>`,
    `${Array.from({ length: 9 }, (_, i) => `<q${i}:date xmlns:q${i}="http://purl.org/dc/elements/1.1/"/>`).join('')}<q8:title>void</q8:title>`,
    '<pdf:Keywords xmlns:pdf="http://ns.adobe.com/pdf/1.3/">void</pdf:Keywords>',
  ])('are named, and refused where nothing may change: %s', async (property) => {
    const refused = (await withProperty(1, property))?.findings.at(-1)
    expect(refused).toMatchObject({ code: 'change_not_permitted', message: expect.stringContaining('"void"') })
    const report = await withProperty(2, property)
    expect(report).toMatchObject({ status: 'valid', level: 'form-filling' })
    expect(report?.changes.at(-1)?.description).toContain('"void"')
  })

  it('are refused in an encoding that is not read', async () => {
    const packet = Array.from(xmp('2026-11-21T10:00:00Z'), (letter) => `\0\0\0${letter}`).join('')
    const revised = revise(signed[2], (revision) =>
      revision.put(refs.metadata, stream(dict`<</Type /Metadata /Subtype /XML>>`, packet)),
    )
    expect((await changesOf(revised))?.findings).toMatchObject([{ code: 'metadata_malformed' }])
  })

  it.each([
    '<xmp:CreatorTool>Writer</xmp:CreatorTool>',
    '<pdf:Producer xmlns:pdf="http://ns.adobe.com/pdf/1.3/">Writer</pdf:Producer>',
    '<dc:format xmlns:dc="http://purl.org/dc/elements/1.1/">application/pdf</dc:format>',
    '<m:InstanceID xmlns:m="http://ns.adobe.com/xap/1.0/mm/">uuid:1</m:InstanceID>',
  ])('are of no interest where every save writes them: %s', async (property) => {
    // The prefix xmp is declared in the packet of the contract.
    expect(await withProperty(1, property)).toMatchObject({ status: 'valid', level: 'validation-data' })
  })
})
