/**
 * Names that are added to the resources of a page, and that something else than the page's own content asks for: readers
 * take what a form, a pattern, a glyph or an appearance does not find in its own resources from those of the page.
 *
 * @module
 */

import type { PdfDict, PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { type Attack, attacksOn, signed } from '../support/cases.js'
import { type Contract, type ContractRefs, textContent } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { revise } from '../support/revise.js'

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]'

/** Numbers of objects that a document of this file has besides those of the contract. */
interface Shared {
  resources?: PdfRef
}

/** What a document draws with besides the text of its second page. */
interface Asking {
  /** Behind the text of the page. */
  readonly content?: string
  readonly contents?: readonly string[]
  readonly resources?: (file: PdfFileWriter, refs: ContractRefs) => string
  readonly annotation?: (file: PdfFileWriter, refs: ContractRefs) => PdfDict
  /** Where names are added when not to the page's own resources. */
  readonly pageResources?: PdfObject
}

/** A document whose second page has resources that are an object of their own, and one that adds a form to them. */
function asks(asking: Asking, name = '/Extra'): readonly [Attack['from'], Attack['make']] {
  const shared: Shared = {}
  const from = signed(
    {
      prepare: (file, refs) => {
        const resources = file.add(
          dict`<</Font <</F1 ${refs.font}>> /ProcSet [/PDF] ${asking.resources?.(file, refs) ?? ''}>>`,
        )
        shared.resources = resources
        const texts = asking.contents ?? [asking.content ?? '']
        const Contents = [textContent('Terms'), ...texts].map((text) => file.add(stream(dict`<<>>`, text)))
        const annotation = asking.annotation?.(file, refs)
        const Annots = annotation === undefined ? [] : [file.add(annotation)]
        const holder = asking.pageResources === undefined ? { page: resources } : { tree: resources }
        file.put(
          refs.page2,
          dict`<</Type /Page /Parent ${refs.pages} /Contents ${Contents} /Annots ${Annots}>>`.with({
            Resources: 'page' in holder ? resources : asking.pageResources,
          }),
        )
        if ('tree' in holder) {
          const kids = [refs.page1, refs.page2, refs.page3]
          file.put(
            refs.pages,
            dict`<</Type /Pages /Kids ${kids} /Count 3 /MediaBox [0 0 600 800] /Resources ${resources}>>`,
          )
        }
      },
    },
    { certify: 1 },
  )
  return [from, (contract) => addForm(contract, shared, name)]
}

function addForm({ bytes }: Contract, { resources }: Shared, name: string): Uint8Array {
  if (resources === undefined) throw new Error('The document is not made yet.')
  return revise(bytes, (revision) => {
    const drawing = revision.add(stream(dict`<<${FORM}>>`, '0 g 100 100 300 300 re f\n'))
    const old = revision.increment.resolve(revision.get(resources).get('XObject'))
    const text = `<<${name} ${drawing.num} 0 R>>`
    const added = dict`${text}`
    const XObject = old === null || old === undefined ? added : (old as PdfDict).with(Object.fromEntries(added.entries))
    revision.set(resources, { XObject })
  })
}

const form = (file: PdfFileWriter, resources: string, content: string) =>
  file.add(stream(dict`<<${FORM} ${resources}>>`, content))

const DOCUMENTS: Readonly<Record<string, readonly [Attack['from'], Attack['make']]>> = {
  'a form with resources of its own asks for it': asks({
    content: '/Own Do\n',
    resources: (file) => `/XObject <</Own ${form(file, '/Resources <</ProcSet [/PDF]>>', '/Extra Do\n').num} 0 R>>`,
  }),
  'a form in a form asks for it': asks({
    content: '/Own Do\n',
    resources: (file) => {
      const inner = form(file, '/Resources <<>>', '/Extra Do\n')
      return `/XObject <</Own ${form(file, `/Resources <</XObject <</In ${inner.num} 0 R>>>>`, '/In Do\n').num} 0 R>>`
    },
  }),
  'a form without resources in a form asks for it': asks({
    content: '/Own Do\n',
    resources: (file) => {
      const inner = form(file, '', '/Extra Do\n')
      return `/XObject <</Own ${form(file, `/Resources <</XObject <</In ${inner.num} 0 R>>>>`, '/In Do\n').num} 0 R>>`
    },
  }),
  'a pattern asks for it': asks({
    content: '/Pattern cs /Tile scn 50 50 500 500 re f\n',
    resources: (file) => {
      const tile = file.add(
        stream(
          dict`<</Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 600 800] /XStep 600 /YStep 800
            /Resources <</ProcSet [/PDF]>>>>`,
          '/Extra Do\n',
        ),
      )
      return `/Pattern <</Tile ${tile.num} 0 R>>`
    },
  }),
  'a glyph asks for it': asks({
    content: 'BT /F3 1 Tf 1 0 0 1 0 0 Tm (a) Tj ET\n',
    resources: (file, refs) => {
      const glyph = file.add(stream(dict`<<>>`, '600 0 d0 /Extra Do\n'))
      const font = file.add(
        dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 600 800] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97
          /Widths [600] /Encoding <</Differences [97 /a]>> /CharProcs <</a ${glyph}>> /Resources <</ProcSet [/PDF]>>>>`,
      )
      return `/Font <</F1 ${refs.font.num} 0 R /F3 ${font.num} 0 R>>`
    },
  }),
  'a soft mask asks for it': asks({
    content: '/Masked gs 0 g 50 50 500 500 re f\n',
    resources: (file) => {
      const group = file.add(
        stream(dict`<<${FORM} /Group <</S /Transparency /CS /DeviceGray>> /Resources <<>>>>`, '/Extra Do\n'),
      )
      return `/ExtGState <</Masked <</Type /ExtGState /SMask <</S /Alpha /G ${group.num} 0 R>>>>>>`
    },
  }),
  'the appearance of an annotation asks for it': asks({
    annotation: (file, refs) => {
      const look = form(file, '', '/Extra Do\n')
      return dict`<</Type /Annot /Subtype /Stamp /Rect [0 0 600 800] /F 4 /P ${refs.page2} /AP <</N ${look}>>>>`
    },
  }),
  'the appearance of an annotation asks for it, which has resources of its own': asks({
    annotation: (file, refs) => {
      const look = form(file, '/Resources <</ProcSet [/PDF]>>', '/Extra Do\n')
      return dict`<</Type /Annot /Subtype /Stamp /Rect [0 0 600 800] /F 4 /P ${refs.page2} /AP <</N ${look}>>>>`
    },
  }),
  'its name is spread over two streams': asks({ contents: ['/Ex', 'tra Do\n'] }),
  'its name ends with a byte that one reader takes for a blank': asks({ content: '/Extra\x80Do\n' }),
  'its name is cut off by one reader': asks({ content: `/${'A'.repeat(300)} Do\n` }, `/${'A'.repeat(127)}`),
  'its name is cut off by one reader, after 255 letters': asks(
    { content: `/${'A'.repeat(300)} Do\n` },
    `/${'A'.repeat(255)}`,
  ),
  'a page whose own resources are null asks for it': asks({ content: '/Extra Do\n', pageResources: null }),
  'a page whose own resources are missing asks for it': asks({
    content: '/Extra Do\n',
    pageResources: pdf`9999 0 R`,
  }),
}

export const borrowedResources = Object.entries(DOCUMENTS).flatMap(([name, [from, make]]) =>
  attacksOn(from, { [`a form is added to the resources of a page, and ${name}`]: make }),
)
