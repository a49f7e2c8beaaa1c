/**
 * XMP metadata that are written anew: saving does that, and a title that readers show is no matter of saving.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { approved, certified1 } from '../support/cases.js'
import { dict, stream } from '../support/notation.js'
import { revise } from '../support/revise.js'

/** A packet as programs write it. */
function packet(body: string, attributes = ''): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/"
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:ModifyDate="2026-11-21T10:00:00Z" ${attributes}>${body}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
}

const title = (text: string, prefix = 'd') =>
  `<${prefix}:title>\n<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${prefix}:title>`

async function judge(xmp: string, from = certified1) {
  const { bytes, refs } = await from()
  const saved = revise(bytes, ({ put }) => put(refs.metadata, stream(dict`<</Type /Metadata /Subtype /XML>>`, xmp)))
  const { valid, signers } = await verifyDocument(saved)
  return { valid, changes: signers.flatMap(({ changes }) => changes.changes.map(({ description }) => description)) }
}

describe('metadata written anew after a certification without changes', () => {
  it.each([
    ['say when the document was saved', packet('')],
    // The information dictionary says /Title (Contract).
    ['repeat the title', packet(title('Contract'))],
    ['repeat the title many times', packet(title('Contract').repeat(40))],
    ['repeat the title in an attribute', packet('', 'd:title="Contract"')],
    ['tell the format', packet('<d:format>application/pdf</d:format>')],
  ])('may %s', async (_, xmp) => {
    expect(await judge(xmp)).toEqual({ valid: true, changes: ['XMP metadata updated'] })
  })

  it.each([
    ['another title', packet(title('Receipt'))],
    ['another title under the usual prefix', packet(title('Receipt', 'dc'))],
    ['another title in an attribute', packet('', "d:title = 'Receipt'")],
    ['a second title', packet(title('Contract') + title('Receipt'))],
    ['another title behind forty of the same', packet(title('Contract').repeat(40) + title('Receipt'))],
    ['a title without an end', packet('<d:title>Receipt')],
    ['another author', packet('<d:creator><rdf:Seq><rdf:li>Mallory</rdf:li></rdf:Seq></d:creator>')],
    ['a description', packet(title('void', 'd').replaceAll('title', 'description'))],
  ])('may not give %s', async (_, xmp) => {
    expect((await judge(xmp)).valid).toBe(false)
  })
})

it('a new title of a signed document is named', async () => {
  const description = 'Document property Title changed in the XMP metadata from "Contract" to "Receipt & more"'
  expect(await judge(packet(title('Receipt &amp; more')), approved)).toEqual({
    valid: true,
    changes: ['XMP metadata updated', description],
  })
})
