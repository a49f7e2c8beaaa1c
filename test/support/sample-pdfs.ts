/**
 * Small documents of every structure that a signer meets, made by other programs.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { P12Signer, PDF } from '@libpdf/core'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { makeTestKey } from './keys.js'
import { withFiles } from './oracles.js'
import { runTool } from './tools.js'

/** A document and what is special about it. */
export interface SamplePdf {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Makes the documents, 2 to 30 KB each. Needs qpdf and openssl; takes about a second. */
export async function makeSamplePdfs(): Promise<readonly SamplePdf[]> {
  const table = await makeDocument(false)
  const stream = await makeDocument(true)
  return [
    { name: 'table', bytes: table },
    { name: 'stream', bytes: stream },
    { name: 'encrypted table', bytes: await qpdf(table, '--encrypt', '', 'owner', '128', '--use-aes=y', '--') },
    { name: 'encrypted stream', bytes: await qpdf(stream, '--encrypt', '', 'owner', '256', '--') },
    { name: 'linearized', bytes: await qpdf(stream, '--linearize') },
    { name: 'signed table', bytes: await sign(table) },
    { name: 'signed stream', bytes: await sign(stream) },
  ]
}

async function makeDocument(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle('Sample')
  document.setCreationDate(new Date(0))
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let i = 1; i <= 3; i++) document.addPage([300, 200]).drawText(`Page ${i}`, { x: 40, y: 150, size: 20, font })
  const field = document.getForm().createTextField('party.name')
  field.addToPage(document.getPage(0), { x: 40, y: 60, width: 120, height: 20 })
  document.setModificationDate(new Date(0))
  return document.save({ useObjectStreams })
}

async function sign(bytes: Uint8Array): Promise<Uint8Array> {
  const { pkcs12, passphrase } = makeTestKey('rsa', 'First signer')
  const signer = await P12Signer.create(pkcs12, passphrase)
  return (await (await PDF.load(bytes)).sign({ signer, reason: 'First' })).bytes
}

function qpdf(bytes: Uint8Array, ...options: string[]): Promise<Uint8Array> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const { code, stderr } = await runTool('qpdf', ['--static-id', path('in.pdf'), ...options, path('out.pdf')])
    if (code !== 0) throw new Error(`qpdf: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })
}
