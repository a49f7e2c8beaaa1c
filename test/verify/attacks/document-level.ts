/**
 * Changes to what stands above the pages: actions, attachments, bookmarks, the trailer, the encryption.
 *
 * @module
 */

import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { approved, attacksOn, certified3, type Edit, editsOn, once, signed } from '../support/cases.js'
import { type ContractRefs, makeContract, textContent } from '../support/contract.js'
import { opaqueBox } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { appendRaw, pageAt, type Revision, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { encryptWithQpdf } from '../support/structures.js'

const CATALOG: Record<string, (revision: Revision, refs: ContractRefs) => Record<string, PdfObject | undefined>> = {
  'a script runs when the document opens': () => ({ OpenAction: dict`<</S /JavaScript /JS (app.alert\\(1\\))>>` }),
  'the document opens on another page': (_, refs) => ({ OpenAction: pdf`[${refs.page3} /Fit]` }),
  'an action runs when the document is printed': () => ({ AA: dict`<</WP <</S /JavaScript /JS (this.x = 1)>>>>` }),
  'scripts are added by name': (_, refs) => ({
    Names: namesOf(refs).with({ JavaScript: dict`<</Names [(a) <</S /JavaScript /JS (this.x = 1)>>]>>` }),
  }),
  'a file is attached': (revision, refs) => {
    const content = revision.add(stream(dict`<</Type /EmbeddedFile>>`, 'Side agreement'))
    const file = revision.add(dict`<</Type /Filespec /F (side.txt) /EF <</F ${content}>>>>`)
    return { Names: namesOf(refs).with({ EmbeddedFiles: dict`<</Names [(side.txt) ${file}]>>` }) }
  },
  'a file is associated': (revision) => {
    const content = revision.add(stream(dict`<</Type /EmbeddedFile>>`, 'Side agreement'))
    return { AF: [revision.add(dict`<</Type /Filespec /F (side.txt) /EF <</F ${content}>> /AFRelationship /Data>>`)] }
  },
  'a named destination leads elsewhere': (_, refs) => ({
    Names: dict`<</Dests <</Names [(start) [${refs.page3} /Fit]]>>>>`,
  }),
  'the bookmarks are removed': () => ({ Outlines: undefined }),
  'page labels are added': () => ({ PageLabels: dict`<</Nums [0 <</S /r>>]>>` }),
  'the reading direction changes': () => ({ ViewerPreferences: dict`<</Direction /R2L>>` }),
  'the document becomes a portfolio': () => ({ Collection: dict`<</Type /Collection /View /D>>` }),
  'article threads are added': () => ({ Threads: pdf`[]` }),
  'usage requirements are added': () => ({ Requirements: pdf`[<</S /EnableJavaScripts>>]` }),
  'an output intent is added': () => ({ OutputIntents: pdf`[<</S /GTS_PDFX /OutputConditionIdentifier (x)>>]` }),
}

function namesOf(refs: ContractRefs): PdfDict {
  return dict`<</Dests <</Names [(start) [${refs.page1} /Fit]]>>>>`
}

const CATALOG_EDITS: Record<string, Edit> = Object.fromEntries(
  Object.entries(CATALOG).map(([name, changes]) => [
    name,
    (revision: Revision, refs: ContractRefs) => revision.set(revision.document.catalogRef, changes(revision, refs)),
  ]),
)

const forgedCatalog = (revision: Revision, refs: ContractRefs): PdfObject => {
  const content = revision.add(stream(dict`<<>>`, textContent('The price is 900 EUR.')))
  const page = revision.add(revision.get(refs.page1).with({ Contents: content, Annots: [] }))
  const pages = revision.add(revision.get(refs.pages).with({ Kids: [page], Count: 1 }))
  return revision.document.catalog.with({ Pages: pages })
}

const LAYER = dict`<</Type /OCG /Name (Draft)>>`

function withLayer(refs: ContractRefs, layer: PdfObject): PdfDict {
  return dict`<</Font <</F1 ${refs.font}>> /Properties <</Draft ${layer}>>>>`
}

/** A text in a layer that is off. */
const hiddenLayer = signed(
  {
    changes: (refs) => ({
      page2: { Resources: withLayer(refs, refs.layer) },
      catalog: { OCProperties: dict`<</OCGs [${refs.layer}] /D <</OFF [${refs.layer}]>>>>` },
    }),
    prepare: (file, { content2 }) => {
      const text = `/OC /Draft BDC\n${textContent('The price is 900 EUR.')}EMC\n`
      file.put(content2, stream(dict`<<>>`, text))
    },
  },
  { certify: 1 },
)

const encrypted = once(async () => {
  const { bytes, refs } = makeContract()
  return { bytes: await sign(await encryptWithQpdf(bytes, 256)), refs }
})

export const documentLevel = [
  ...editsOn(approved, 'after an approval', CATALOG_EDITS),
  ...editsOn(certified3, 'after a certification that permits annotations', CATALOG_EDITS),
  ...attacksOn(approved, {
    'a bookmark leads elsewhere': ({ bytes, refs }) =>
      revise(bytes, ({ set }) => set(refs.bookmark, { Dest: pdf`[${refs.page1} /Fit]` })),
    'a bookmark gets an action': ({ bytes, refs }) =>
      revise(bytes, ({ set }) =>
        set(refs.bookmark, { Dest: undefined, A: dict`<</S /URI /URI (https://example.com)>>` }),
      ),
    'a bookmark is renamed': ({ bytes, refs }) =>
      revise(bytes, ({ set }) => set(refs.bookmark, { Title: pdf`(Void terms)` })),
    'the trailer names another catalog': ({ bytes, refs }) => {
      let root: PdfObject = null
      const withCatalog = revise(bytes, (revision) => {
        root = revision.add(forgedCatalog(revision, refs))
      })
      return appendRaw(withCatalog, { trailer: { Root: root } })
    },
    'the trailer names no catalog': ({ bytes }) => appendRaw(bytes, { trailer: { Root: undefined } }),
    'the catalog is replaced by one with other pages': ({ bytes, refs }) =>
      revise(bytes, (revision) => revision.put(revision.document.catalogRef, forgedCatalog(revision, refs))),
    'the trailer says that the document is encrypted': ({ bytes }) =>
      appendRaw(bytes, {
        trailer: { Encrypt: dict`<</Filter /Standard /V 1 /R 2 /P -1 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)})>>` },
      }),
    'validation data doubles as the content of a page': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const smuggled = revision.add(stream(dict`<<>>`, textContent('The price is 900 EUR.')))
        revision.set(revision.document.catalogRef, { DSS: dict`<</Type /DSS /Certs [${smuggled}]>>` })
        revision.set(refs.page1, { Contents: smuggled })
      }),
    'validation data takes the place of the content of a page': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        revision.put(refs.content1, stream(dict`<<>>`, textContent('The price is 900 EUR.')))
        revision.set(revision.document.catalogRef, { DSS: dict`<</Type /DSS /Certs [${refs.content1}]>>` })
      }),
    'validation data has keys of its own': ({ bytes }) =>
      revise(bytes, (revision) =>
        revision.set(revision.document.catalogRef, {
          DSS: dict`<</Type /DSS /Pages [<</S /JavaScript /JS (this.x = 1)>>]>>`,
        }),
      ),
    'metadata takes the place of a picture': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        revision.put(refs.logo, opaqueBox(600, 800))
        revision.set(revision.document.catalogRef, { Metadata: refs.logo })
      }),
  }),
  ...attacksOn(signed({ changes: () => ({ catalog: { Version: pdf`/2.0` } }) }), {
    'the version is lowered': ({ bytes, refs }) =>
      revise(bytes, ({ set }) => set(refs.catalog, { Version: pdf`/1.4` })),
    'the version is removed': ({ bytes, refs }) =>
      revise(bytes, ({ set }) => set(refs.catalog, { Version: undefined })),
  }),
  ...attacksOn(hiddenLayer, {
    'a hidden layer is exchanged for a copy of it, which no list hides': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        revision.set(refs.page2, { Resources: withLayer(refs, revision.add(LAYER)) })
      }),
    'a hidden layer is exchanged for a copy of it, in resources of their own': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        revision.set(refs.page2, { Resources: revision.add(withLayer(refs, revision.add(LAYER))) })
      }),
    'a hidden layer is exchanged for a direct copy of it': ({ bytes, refs }) =>
      revise(bytes, ({ set }) => set(refs.page2, { Resources: withLayer(refs, LAYER) })),
  }),
  ...attacksOn(encrypted, {
    'the encryption is removed from the trailer': ({ bytes }) => appendRaw(bytes, { trailer: { Encrypt: undefined } }),
    'the encryption is replaced by another': ({ bytes }) =>
      appendRaw(bytes, {
        trailer: { Encrypt: dict`<</Filter /Standard /V 1 /R 2 /P -1 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)})>>` },
      }),
    'the permissions of the encryption change': ({ bytes }) =>
      revise(bytes, (revision) => {
        const object = revision.document.trailer.get('Encrypt')
        const encrypt = revision.document.resolve(object)
        if (object === undefined || !(encrypt instanceof PdfDict)) throw new Error('The document is not encrypted.')
        revision.put(object as Parameters<Revision['put']>[0], encrypt.with({ P: -4 }))
      }),
    'the content of an encrypted page changes': ({ bytes }) =>
      revise(bytes, (revision) =>
        revision.put(
          pageAt(revision.document, 0).dict.get('Contents') as Parameters<Revision['put']>[0],
          stream(dict`<<>>`, textContent('The price is 900 EUR.')),
        ),
      ),
  }),
]
