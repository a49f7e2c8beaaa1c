/**
 * What @libpdf/core does to signed documents.
 *
 * @module
 */

import { P12Signer, PDF, rgb } from '@libpdf/core'
import { makeTestKey } from '../../../support/keys.js'
import { ANNOTATABLE, FILLABLE, SIGNABLE } from '../../attacks/class-attack.js'
import type { Base } from '../../bases/bases.js'
import { once } from '../../support/cases.js'
import { stampDigest } from '../../support/timestamp-authority.js'
import { changesBy, except, type HonestChange, keepingValues } from './honest-change.js'

type Page = NonNullable<ReturnType<PDF['getPage']>>

const signer = once(() => {
  const { pkcs12, passphrase } = makeTestKey('rsa', 'Bob')
  return P12Signer.create(pkcs12, passphrase)
})
const timestampAuthority = { timestamp: (digest: Uint8Array) => stampDigest(digest) }

const edit =
  (change: (document: PDF) => void) =>
  async ({ bytes }: Base): Promise<Uint8Array> => {
    const document = await PDF.load(bytes)
    change(document)
    return document.save({ incremental: true })
  }

const fill = (values: Readonly<Record<string, string | boolean | string[]>>) =>
  edit((document) => {
    const { skipped } = document.getOrCreateForm().fill(values)
    if (skipped.length > 0) throw new Error(`Not filled in: ${skipped.join(', ')}`)
  })

const annotate = (change: (page: Page) => void) =>
  edit((document) => {
    const page = document.getPage(0)
    if (page === null) throw new Error('There is no page.')
    change(page)
  })

type SignOptions = Parameters<PDF['sign']>[0]

const sign =
  (options: Omit<SignOptions, 'signer'>) =>
  async ({ bytes }: Base): Promise<Uint8Array> =>
    (await (await PDF.load(bytes)).sign({ signer: await signer(), ...options })).bytes

const LINE = { rect: { x: 60, y: 713, width: 130, height: 15 } }
const PLACE = { x: 300, y: 200, width: 80, height: 40 }

/** Radio buttons of other writers have other names for their states. */
function chooseLast(document: PDF): void {
  const plan = document.getOrCreateForm().getRadioGroup('plan')
  const last = plan?.getOptions().at(-1)
  if (plan === undefined || last === undefined) throw new Error('There are no radio buttons.')
  plan.setValue(last)
}

const FILLING: Parameters<typeof changesBy>[2] = {
  'fill a text field': fill({ name: 'Bob Miller' }),
  'fill a text field again': fill({ amount: '250' }),
  'clear a text field': fill({ amount: '' }),
  'tick a box': fill({ agree: true }),
  'untick a box': fill({ accepted: false }),
  'choose a radio button': edit(chooseLast),
  'choose in a drop-down list': fill({ country: 'Belgium' }),
  'choose in a list': fill({ colours: ['Blue'] }),
  'fill all fields': edit((document) => {
    const values = { name: 'Bob Miller', amount: '250', agree: true, country: 'Belgium', colours: ['Red'] }
    document.getOrCreateForm().fill(values)
    chooseLast(document)
  }),
  'change the properties': edit((document) => {
    document.setTitle('Contract')
    document.setModificationDate(new Date('2026-11-21T10:00:00Z'))
  }),
  'save without a change': edit(() => undefined),
}

export const libpdfChanges: readonly HonestChange[] = [
  ...changesBy('@libpdf/core', FILLABLE, FILLING, keepingValues),
  // Where the form's font has no encoding it writes letters that the font does not have.
  ...changesBy(
    '@libpdf/core',
    FILLABLE,
    { 'fill a text field with accents': fill({ name: 'Zoë Müller & Söhne' }) },
    except('LibreOffice', '@libpdf/core', 'pdf-lib', 'qpdf, linearized'),
  ),
  ...changesBy('@libpdf/core', ANNOTATABLE, {
    'add a note': annotate(
      (page) => void page.addTextAnnotation({ rect: { x: 400, y: 200, width: 20, height: 20 }, contents: 'Seen' }),
    ),
    'highlight a line': annotate((page) => void page.addHighlightAnnotation({ ...LINE, color: rgb(1, 1, 0) })),
    'underline a line': annotate((page) => void page.addUnderlineAnnotation({ ...LINE, color: rgb(0, 0, 1) })),
    'strike a line out': annotate((page) => void page.addStrikeOutAnnotation({ ...LINE, color: rgb(1, 0, 0) })),
    'mark a line with a squiggle': annotate(
      (page) => void page.addSquigglyAnnotation({ ...LINE, color: rgb(1, 0, 0) }),
    ),
    'draw a square': annotate((page) => void page.addSquareAnnotation({ rect: PLACE, color: rgb(1, 0, 0) })),
    'draw a circle': annotate((page) => void page.addCircleAnnotation({ rect: PLACE, color: rgb(1, 0, 0) })),
    'draw a line': annotate(
      (page) =>
        void page.addLineAnnotation({ start: { x: 300, y: 200 }, end: { x: 380, y: 240 }, color: rgb(1, 0, 0) }),
    ),
    'draw with ink': annotate(
      (page) =>
        void page.addInkAnnotation({
          paths: [
            [
              { x: 300, y: 200 },
              { x: 340, y: 240 },
              { x: 380, y: 200 },
            ],
          ],
          color: rgb(1, 0, 0),
        }),
    ),
    stamp: annotate((page) => void page.addStampAnnotation({ rect: PLACE, name: 'Approved' })),
    'add a link': annotate((page) => void page.addLinkAnnotation({ rect: PLACE, uri: 'https://example.com/' })),
  }),
  ...changesBy('@libpdf/core', SIGNABLE, {
    sign: sign({ fieldName: 'Bob' }),
    'sign as Acrobat did': sign({ fieldName: 'Bob', subFilter: 'adbe.pkcs7.detached' }),
    'sign the empty field': sign({ fieldName: 'Approval' }),
    'sign with a time stamp': sign({ fieldName: 'Bob', level: 'B-T', timestampAuthority }),
    'sign for the long term': sign({ fieldName: 'Bob', level: 'B-LT', timestampAuthority }),
    'sign for the archive': sign({ fieldName: 'Bob', level: 'B-LTA', timestampAuthority }),
  }),
]
