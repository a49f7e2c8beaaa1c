/**
 * Signed documents of several writers. In all of them something lies hidden that was signed along: another form of the
 * first page, in the data of a stream. Whoever makes a viewer search the file brings it to light.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { P12Signer, PDF } from '@libpdf/core'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { getPage } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { makeTestKey } from '../../support/keys.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool, runTool } from '../../support/tools.js'
import { once } from '../support/cases.js'
import { makeContract, textContent } from '../support/contract.js'
import { notation } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { rewriteWithQpdf } from '../support/structures.js'

/** A signed document. */
export interface Base {
  readonly name: string
  readonly make: () => Promise<SignedBase>
}

export interface SignedBase {
  readonly bytes: Uint8Array
  /** Number of the object that draws the first page. */
  readonly content: number
}

const WRITERS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'this package, with a table': async () => makeContract().bytes,
  'this package, with a stream': async () => makeContract({ xref: 'stream' }).bytes,
  'qpdf, with object streams': () => rewriteWithQpdf(makeContract().bytes, '--object-streams=generate'),
  'pdf-lib, with a table': () => createWithPdfLib(false),
  'pdf-lib, with object streams': () => createWithPdfLib(true),
  LibreOffice: createWithLibreOffice,
}

async function createWithPdfLib(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([300, 200]).drawText('The price is 100 EUR.', { x: 40, y: 150, size: 20, font })
  return document.save({ useObjectStreams })
}

function createWithLibreOffice(): Promise<Uint8Array> {
  return withFiles({ 'in.txt': 'The price is 100 EUR.\n' }, async (path) => {
    const profile = `-env:UserInstallation=file://${path('profile')}`
    const convert = ['--headless', profile, '--convert-to', 'pdf', '--outdir', path('out'), path('in.txt')]
    await runTool('soffice', convert, { timeoutMs: 120_000 })
    return new Uint8Array(await readFile(path('out/in.pdf')))
  })
}

/** Puts a forged first page into a document, in the data of a stream that nothing refers to. */
function hideForgery(bytes: Uint8Array): SignedBase {
  const page = getPage(PdfDocument.open(bytes), 0)
  const contents = page?.dict.get('Contents')
  const content = Array.isArray(contents) ? contents[0] : contents
  if (!(content instanceof PdfRef)) throw new Error('The page of a base has no content of its own.')
  const forged = textContent('The price is 900 EUR.')
  const withForgery = revise(bytes, ({ add, document }) => {
    const root = notation(document.trailer.get('Root') ?? null)
    // Readers that search end the stream at the first endstream when its length is not direct.
    const object = `${content.num} 0 obj\n<</Length ${forged.length}>>\nstream\n${forged}\nendstream\nendobj`
    const data = `\nendstream\nendobj\n${object}\ntrailer\n<</Root ${root} /Size 9>>\n`
    add(new PdfVerbatim(latin1Bytes(`<</Length ${notation(add(data.length))}>>\nstream\n${data}\nendstream`)))
  })
  return { bytes: withForgery, content: content.num }
}

const SIGNINGS: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  signed: (bytes) => sign(bytes),
  'certified (P=1)': (bytes) => sign(bytes, { certify: 1 }),
  'certified (P=2)': (bytes) => sign(bytes, { certify: 2 }),
  'signed twice': async (bytes) => sign(await sign(bytes)),
  'signed by @libpdf/core': signWithLibpdf,
}

async function signWithLibpdf(bytes: Uint8Array): Promise<Uint8Array> {
  const { pkcs12, passphrase } = makeTestKey('rsa', 'Bob')
  const document = await PDF.load(bytes)
  return (await document.sign({ signer: await P12Signer.create(pkcs12, passphrase) })).bytes
}

/** Every writer with one way to sign, and every way to sign with one writer. */
function listBases(): readonly Base[] {
  const ways = Object.entries(SIGNINGS)
  const writers = Object.entries(WRITERS).filter(([name]) => name !== 'LibreOffice' || hasTool('soffice'))
  return writers.flatMap(([writer, write], i) => {
    const original = once(async () => hideForgery(await write()))
    return ways
      .filter((_, j) => i < 2 || j === i % ways.length)
      .map(([way, signing]) => ({
        name: `${writer}, ${way}`,
        make: once(async () => {
          const { bytes, content } = await original()
          return { bytes: await signing(bytes), content }
        }),
      }))
  })
}

/** Fourteen documents: two writers with every way to sign, the others with one each. */
export const BASES: readonly Base[] = listBases()
