/**
 * The developer extensions that a signed document notes.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { extensionEntries } from '../../src/sign/developer-extensions.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE, plain } from '../pdf/make-pdf.js'
import { identityOf, sign } from './signing.js'

const NOTE = {
  Type: '/DeveloperExtensions',
  BaseVersion: '/2.0',
  ExtensionLevel: 32002,
}

const withCatalog = (entries: string, more: Record<number, string> = {}) =>
  makePdf({ ...ONE_PAGE, 1: `<</Type /Catalog /Pages 2 0 R ${entries}>>`, ...more })

/** The catalog's /Extensions as they stand in the file. */
const extensionsOf = (bytes: Uint8Array) => plain(PdfDocument.open(bytes).catalog.get('Extensions'))

describe('the developer extensions of a signed document', () => {
  it('note Ed25519, and nothing for other keys', async () => {
    const signed = await sign(makePdf(ONE_PAGE), { identity: await identityOf('ed25519') })
    expect(extensionsOf(signed)).toEqual({ ISO_: [expect.objectContaining(NOTE)] })
    expect(extensionsOf(await sign(makePdf(ONE_PAGE), { identity: await identityOf('ec') }))).toBeUndefined()
    expect((await verifyDocument(signed)).valid).toBe(true)
  })

  it('keep those of others, one or many, and become direct', async () => {
    const other = '<</BaseVersion /2.0 /ExtensionLevel 32001>>'
    const inputs = [
      withCatalog(`/Extensions <</ADBE <</BaseVersion /1.7 /ExtensionLevel 8>> /ISO_ ${other}>>`),
      withCatalog('/Extensions 8 0 R', {
        8: `<</ADBE 9 0 R /ISO_ [${other}]>>`,
        9: '<</BaseVersion /1.7 /ExtensionLevel 8>>',
      }),
    ]
    for (const input of inputs) {
      expect(extensionsOf(await sign(input, { identity: await identityOf('ed25519') }))).toEqual({
        ADBE: { BaseVersion: '/1.7', ExtensionLevel: 8 },
        ISO_: [{ BaseVersion: '/2.0', ExtensionLevel: 32001 }, expect.objectContaining(NOTE)],
      })
    }
  })

  it('note the document security store before PDF 2.0, and not in PDF 2.0', () => {
    const uses = { leaf: undefined, hasStore: true }
    const note = { Type: '/DeveloperExtensions', BaseVersion: '/1.7', ExtensionLevel: 1 }
    const entriesOf = (bytes: Uint8Array) => {
      const { Extensions = null } = extensionEntries(PdfDocument.open(bytes), uses)
      return plain(Extensions)
    }
    expect(entriesOf(makePdf(ONE_PAGE))).toEqual({ ESIC: note })
    expect(entriesOf(withCatalog('/Version /2.0'))).toBeNull()
    const other = { BaseVersion: '/1.7', ExtensionLevel: 8 }
    expect(entriesOf(withCatalog('/Extensions <</ADBE <</BaseVersion /1.7 /ExtensionLevel 8>>>>'))).toEqual({
      ADBE: other,
      ESIC: note,
    })
    expect(entriesOf(withCatalog('/Extensions <</ESIC <</BaseVersion /1.7 /ExtensionLevel 5>>>>'))).toBeNull()
  })

  it('are written once, and never into a signed document', async () => {
    const identity = await identityOf('ed25519')
    const noted = '/Extensions <</ISO_ [<</BaseVersion /2.0 /ExtensionLevel 32002>>]>>'
    expect(extensionsOf(await sign(withCatalog(noted), { identity }))).toEqual({
      ISO_: [{ BaseVersion: '/2.0', ExtensionLevel: 32002 }],
    })
    const counterSigned = await sign(await sign(makePdf(ONE_PAGE)), { identity })
    expect(extensionsOf(counterSigned)).toBeUndefined()
    expect((await verifyDocument(counterSigned)).valid).toBe(true)
  })
})
