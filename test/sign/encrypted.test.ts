import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { applyRc4 } from '../../src/pdf/rc4.js'
import { toHex } from '../../src/pdf/serialize.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax.js'
import { makePdf, ONE_PAGE, plain, streamText } from '../pdf/make-pdf.js'
import { pdfinfo, pdftotext, withFiles } from '../support/oracles.js'
import { makeSamplePdfs } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { rewriteWithQpdf } from '../verify/support/structures.js'
import { codeOf, detach, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'pdfinfo', 'pdfdetach', 'openssl'].every(hasTool)
const WEAK = '--allow-weak-crypto'

describe.skipIf(!TOOLS)('signDocument on encrypted documents', () => {
  let source = new Uint8Array(0)
  beforeAll(async () => {
    source = (await makeSamplePdfs()).find(({ name }) => name === 'table')?.bytes.slice() ?? source
  })

  it.each([
    ['RC4 of 40 bits', ['40'], [WEAK]],
    ['RC4 of 128 bits', ['128', '--use-aes=n'], [WEAK]],
    ['AES of 128 bits', ['128', '--use-aes=y'], []],
    ['AES of 128 bits with its metadata in the clear', ['128', '--use-aes=y', '--cleartext-metadata'], []],
    ['AES of 256 bits', ['256'], []],
    ['AES of 256 bits with its metadata in the clear', ['256', '--cleartext-metadata'], []],
    ['AES of 256 bits, the extension of Adobe', ['256', '--force-R5'], [WEAK]],
  ])('keeps %s, and all can be read', async (_, options, more) => {
    for (const streams of ['disable', 'generate']) {
      const input = await rewriteWithQpdf(
        source,
        ...more,
        `--object-streams=${streams}`,
        '--encrypt',
        '',
        'owner',
        ...options,
        '--',
      )
      const once = await sign(input, { reason: 'Verschl\u00fcsselt' }, WITH_PAGE)
      const twice = await sign(once, { appearance: { rectangle: [10, 10, 200, 60] } })
      expect(await judge(twice)).toEqual(soundVerdict('Signature1', 'Signature2'))
      await withFiles({ 'file.pdf': twice }, async (path) => {
        const info = await pdfinfo(path('file.pdf'))
        expect([info.encrypted, info.fields.get('Title'), info.errors]).toEqual([true, 'Sample', []])
        const text = await pdftotext(path('file.pdf'))
        expect(text).toMatch(/Page 1[\s\S]*Ada Lovelace[\s\S]*Page 3[\s\S]*ada@example\.com/)
      })
      const attachments = await detach(twice)
      expect(JSON.parse(attachments.get('audit-trail.json') ?? '')).toMatchObject({ format: 'sealwright.audit-trail' })
      // What was added is encrypted as well.
      expect(latin1Text(twice)).not.toContain('ada@example.com')
    }
  })

  it('refuses a document that needs a password', async () => {
    for (const options of [['128', '--use-aes=y'], ['256']]) {
      const input = await rewriteWithQpdf(source, '--encrypt', 'user', 'owner', ...options, '--')
      expect(await codeOf(sign(input))).toBe('document_encrypted')
    }
  })

  it('refuses a document encrypted by something else than a password', async () => {
    const input = makePdf(ONE_PAGE, { trailer: '/Encrypt <</Filter /Adobe.PubSec /V 4 /R 4>>' })
    expect(await codeOf(sign(input))).toBe('document_encrypted')
  })

  it('keeps a document readable whose trailer lacks the /ID that its key would come from', async () => {
    const input = encryptWithoutId()
    const before = PdfDocument.open(input)
    expect(plain(before.lookup(before.trailer, 'Info'))).toEqual({ Title: 'Secret title' })
    const bytes = await sign(input, {}, WITH_PAGE)
    const after = PdfDocument.open(bytes)
    expect(plain(after.lookup(after.trailer, 'Info'))).toEqual({ Title: 'Secret title' })
    const { fields } = await withFiles({ 'file.pdf': bytes }, (path) => pdfinfo(path('file.pdf')))
    expect(fields.get('Title')).toBe('Secret title')
    expect((await judge(bytes)).signatures).toMatchObject([{ valid: true, total: true }])
  })
})

/** RC4 of 40 bits, revision 2 (ISO 32000-1, algorithms 1, 2 and 4), in a file without /ID. */
function encryptWithoutId(): Uint8Array {
  const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
  const owner = Buffer.alloc(32, 7)
  const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  const key = md5(padding, owner, Uint8Array.of(0xfc, 0xff, 0xff, 0xff)).subarray(0, 5)
  const encrypt = (num: number, text: string) =>
    applyRc4(md5(key, Uint8Array.of(num, 0, 0, 0, 0)).subarray(0, 10), latin1Bytes(text))
  const user = applyRc4(key, padding)
  return makePdf(
    {
      ...ONE_PAGE,
      3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R>>',
      4: `<</Title <${toHex(encrypt(4, 'Secret title'))}>>>`,
      5: streamText('', latin1Text(encrypt(5, 'q Q'))),
      6: `<</Filter /Standard /V 1 /R 2 /O <${toHex(owner)}> /U <${toHex(user)}> /P -4>>`,
    },
    { trailer: '/Info 4 0 R /Encrypt 6 0 R' },
  )
}
