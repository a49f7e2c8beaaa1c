/**
 * What libraries do that this package could have been built on: the facts behind docs/decisions.
 *
 *     npx tsx bench/libraries.ts
 *
 * Each fact is tried, none is typed in. What fails is told with the words of the library.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { convertFile, identityFromPem, identityFromPkcs12, signDocument, verifyDocument } from '../src/index.js'
import { ZipReader } from '../src/ooxml/package/zip-reader.js'
import { makeTestKey } from '../test/support/keys.js'
import { makeDocx } from '../test/support/make-docx.js'
import { loadFixture } from './support/fixtures.js'
import { compare, printTable, time } from './support/measure.js'
import { makeMarkup } from './support/sample-markup.js'

const require = createRequire(import.meta.url)
const REQUEST = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit', data: {} }],
  certificate: { enabled: false },
}
const MB = 1024 * 1024

const rsa = makeTestKey('rsa')
const signed = async (pdf: Uint8Array) =>
  (await signDocument(pdf, REQUEST, { identity: await identityFromPkcs12(rsa.pkcs12, rsa.passphrase) })).bytes

/** What a call gives in words, or why it failed. */
async function outcome(call: () => Promise<string>): Promise<string> {
  try {
    return await call()
  } catch (error) {
    return `fails: ${String(error instanceof Error ? error.message : error)
      .split('\n')[0]
      ?.slice(0, 90)}`
  }
}

async function pdfLib(): Promise<string[][]> {
  const { PDFDocument } = await import('pdf-lib')
  const document = await signed(await loadFixture('100 KB', 'table'))
  const saved = await (await PDFDocument.load(document)).save()
  const report = await verifyDocument(saved)
  const begins = Buffer.from(saved.subarray(0, document.length)).equals(Buffer.from(document))
  const many = await loadFixture('5,000 pages', 'table')
  const identity = await identityFromPkcs12(rsa.pkcs12, rsa.passphrase)
  const { ratio } = await compare(
    () => signDocument(many, REQUEST, { identity }),
    async () => (await PDFDocument.load(many)).save(),
    3,
    1,
  )
  return [
    ['pdf-lib', 'a signed PDF after load and save', `valid: ${report.valid}; begins with the signed bytes: ${begins}`],
    ['pdf-lib', 'load and save of 5,000 pages, against signing them here', `${ratio.toFixed(0)}x`],
  ]
}

async function signpdf(): Promise<string[][]> {
  const { plainAddPlaceholder } = await import('@signpdf/placeholder-plain')
  const { P12Signer } = await import('@signpdf/signer-p12')
  const { SignPdf } = await import('@signpdf/signpdf')
  const sign = async (pdf: Uint8Array, key: typeof rsa) => {
    const pdfBuffer = plainAddPlaceholder({
      pdfBuffer: Buffer.from(pdf),
      reason: '',
      contactInfo: '',
      name: 'Ada',
      location: '',
    })
    const bytes = await new SignPdf().sign(pdfBuffer, new P12Signer(key.pkcs12, { passphrase: key.passphrase }))
    const { valid, reason, signers } = await verifyDocument(bytes)
    const verdicts = signers.map(({ status, padesLevel }) => `${status} (${padesLevel ?? 'no PAdES level'})`)
    return verdicts.length > 0 ? verdicts.join(', ') : `valid: ${valid}; ${reason}`
  }
  const plain = await loadFixture('100 KB', 'table')
  return [
    ['@signpdf/signpdf', 'a PDF with a cross-reference table', await outcome(() => sign(plain, rsa))],
    [
      '@signpdf/signpdf',
      'a PDF with a cross-reference stream',
      await outcome(async () => sign(await loadFixture('100 KB', 'stream'), rsa)),
    ],
    ['@signpdf/signpdf', 'a PDF that is signed already', await outcome(async () => sign(await signed(plain), rsa))],
    ['@signpdf/signer-p12', 'an EC key (P-256)', await outcome(() => sign(plain, makeTestKey('ec')))],
    ['@signpdf/signer-p12', 'an Ed25519 key', await outcome(() => sign(plain, makeTestKey('ed25519')))],
    ['sealwright', 'the same EC key', await outcome(async () => signedBy(plain, makeTestKey('ec')))],
    ['sealwright', 'the same Ed25519 key', await outcome(async () => signedBy(plain, makeTestKey('ed25519')))],
  ]
}

async function signedBy(pdf: Uint8Array, { key, certificate }: typeof rsa): Promise<string> {
  const { bytes } = await signDocument(pdf, REQUEST, { identity: await identityFromPem({ key, certificate }) })
  return (await verifyDocument(bytes)).signers.map(({ status, padesLevel }) => `${status} (${padesLevel})`).join(', ')
}

async function nodeForge(): Promise<string[][]> {
  const forge = require('node-forge')
  const bytes = Buffer.alloc(4 * MB, 'a')
  const { ratio } = await compare(
    async () => createHash('sha256').update(bytes).digest(),
    async () => forge.md.sha256.create().update(bytes.toString('latin1')).digest(),
    5,
    2,
  )
  const read = (pem: string) => async () => {
    forge.pki.certificateFromPem(pem)
    return 'is read'
  }
  return [
    ['node-forge', 'SHA-256 of 4 MB, against node:crypto', `${ratio.toFixed(0)}x`],
    ['node-forge', 'a certificate of an EC key', await outcome(read(makeTestKey('ec').certificate))],
    ['node-forge', 'a certificate of an Ed25519 key', await outcome(read(makeTestKey('ed25519').certificate))],
  ]
}

async function pdfjs(): Promise<string[][]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await signed(await loadFixture('100 KB', 'table'))
  const text = Buffer.from(pdf).toString('latin1')
  const broken = Uint8Array.from(
    Buffer.from(text.replace(/startxref\s+\d+(?![\s\S]*startxref)/, 'startxref\n7'), 'latin1'),
  )
  const pages = await outcome(async () => {
    const { numPages } = await getDocument({ data: broken.slice(), verbosity: 0 }).promise
    return `opens, with ${numPages} pages and no error`
  })
  const report = await verifyDocument(broken)
  return [
    ['pdfjs-dist', 'a signed PDF whose last startxref is wrong', pages],
    ['sealwright', 'the same', `valid: ${report.valid}; ${report.reason}`],
  ]
}

async function mammoth(): Promise<string[][]> {
  const { default: library } = await import('mammoth')
  const body =
    '<w:p><w:r><w:t>First page</w:t></w:r><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>Second page</w:t></w:r></w:p>'
  const docx = makeDocx(body)
  const { value } = await library.convertToHtml({ buffer: Buffer.from(docx) })
  const { bytes } = await convertFile(docx, { to: 'pdf' })
  const { document } = await verifyDocument(bytes)
  return [
    ['mammoth', 'two pages, the second one aligned to the right', value],
    ['sealwright', 'the same', `${document.pageCount} pages`],
  ]
}

async function htmlToDocx(): Promise<string[][]> {
  const convert: (html: string) => Promise<Buffer> = require('html-to-docx')
  const page =
    '<style>.red { color: #ff0000 } .row { display: flex }</style><p class="red">red</p><div class="row"><p>left</p><p>right</p></div>'
  const theirs = documentXml(await convert(page))
  const ours = documentXml((await convertFile(page, { from: 'html', to: 'docx' })).bytes)
  const told = (xml: string) =>
    `red by a class: ${/w:color w:val="ff0000"/i.test(xml)}; side by side: ${/<w:tbl>[\s\S]*left[\s\S]*right[\s\S]*<\/w:tbl>/.test(xml)}`
  const large = makeMarkup('html', MB)
  await convertFile(large, { from: 'html', to: 'docx' })
  const own = await time(() => convertFile(large, { from: 'html', to: 'docx' }))
  const other = await outcome(async () => `${((await time(() => convert(large))) / own).toFixed(0)}x`)
  return [
    ['html-to-docx', 'a class and a row of flexbox', told(theirs)],
    ['sealwright', 'the same', told(ours)],
    ['html-to-docx', 'HTML of 1 MB, against converting it here', other],
  ]
}

const documentXml = (docx: Uint8Array) => new TextDecoder().decode(new ZipReader(docx).read('word/document.xml'))

/** What a library adds to a bundle, in kB of minified code. */
async function bundled(name: string, code: string): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  })
  const bytes = outputFiles[0]?.contents.length ?? 0
  return [name, 'in a bundle, minified', `${Math.round(bytes / 1000)} kB`]
}

printTable([
  ['library', 'what', 'result'],
  ...(await pdfLib()),
  ...(await signpdf()),
  ...(await nodeForge()),
  ...(await pdfjs()),
  ...(await mammoth()),
  ...(await htmlToDocx()),
  await bundled('zod', "import { z } from 'zod'; console.log(z)"),
  await bundled('marked', "import { Marked } from 'marked'; console.log(Marked)"),
  await bundled('parse5', "import { parse } from 'parse5'; console.log(parse)"),
  await bundled('docx', "import * as docx from 'docx'; console.log(docx)"),
  await bundled('pdf-lib', "import * as lib from 'pdf-lib'; console.log(lib)"),
  await bundled('node-forge', "import forge from 'node-forge'; console.log(forge)"),
])
