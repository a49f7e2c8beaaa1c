/**
 * Signing encrypted documents.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { applyRc4 } from '../../src/pdf/encryption/rc4.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { appendRevision, makePdf, ONE_PAGE, plain, streamText } from '../pdf/make-pdf.js'
import { pdfinfo, pdftotext, withFiles } from '../support/oracles.js'
import { makeSamplePdfs } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { unexplainedChanges } from '../support/update-rule.js'
import { rewriteWithQpdf } from '../verify/support/structures.js'
import { codeOf, detach, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'pdfinfo', 'pdfdetach', 'openssl'].every(hasTool)
const WEAK = '--allow-weak-crypto'
const [USER, OWNER] = ['user word', 'owner word']

/** What qpdf can encrypt, with its options before and behind the passwords. */
const KINDS: [string, string[], string[]][] = [
  ['RC4 of 40 bits', ['40'], [WEAK]],
  ['RC4 of 128 bits', ['128', '--use-aes=n'], [WEAK]],
  ['AES of 128 bits', ['128', '--use-aes=y'], []],
  ['AES of 128 bits with its metadata in the clear', ['128', '--use-aes=y', '--cleartext-metadata'], []],
  ['AES of 256 bits', ['256'], []],
  ['AES of 256 bits with its metadata in the clear', ['256', '--cleartext-metadata'], []],
  ['AES of 256 bits, the extension of Adobe', ['256', '--force-R5'], [WEAK]],
]

describe.skipIf(!TOOLS)('signDocument on encrypted documents', () => {
  let source = new Uint8Array(0)
  beforeAll(async () => {
    source = (await makeSamplePdfs()).find(({ name }) => name === 'table')?.bytes.slice() ?? source
  })

  it.each(KINDS)('keeps %s, and all can be read', async (_, options, more) => {
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

  describe.each(KINDS)('of %s that need a password', (_, options, more) => {
    const lock = (...permissions: string[]) =>
      rewriteWithQpdf(source, ...more, '--encrypt', USER, OWNER, ...options, ...permissions, '--')

    it('signs, keeps encrypted and verifies with the password of the user or the owner', async () => {
      const input = await lock()
      for (const [password, other] of [
        [USER, OWNER],
        [OWNER, USER],
      ] as const) {
        const once = await sign(input, { password, reason: 'Verschl\u00fcsselt' }, WITH_PAGE)
        const twice = await sign(once, { password: other, appearance: { rectangle: [10, 10, 200, 60] } })
        expect(await judge(twice, password)).toEqual(soundVerdict('Signature1', 'Signature2'))
        expect(await unexplainedChanges(once, twice, { password })).toEqual([])
        const { valid, signers } = await verifyDocument(twice, { password })
        expect([valid, signers.map(({ audit }) => audit?.status)]).toEqual([true, ['valid', 'valid']])
        for (const secret of ['ada@example.com', 'audit-trail', USER, OWNER]) {
          expect(latin1Text(twice.subarray(input.length))).not.toContain(secret)
        }
      }
    })

    it('names what is wrong with another password, or none, and repeats neither', async () => {
      const input = await lock()
      const expected = (message: RegExp) => ({ code: 'document_encrypted', message: expect.stringMatching(message) })
      for (const call of [sign, verifyDocument]) {
        await expect(call(input)).rejects.toMatchObject(expected(/needs a password/))
        const wrong = call(input, { password: 'not-the-one' })
        await expect(wrong).rejects.toMatchObject(expected(/^(?!.*not-the-one).*the password does not open it/))
      }
    })
  })

  it.each([
    ['--modify=none', 'document_locked', 'document_locked'],
    ['--modify=assembly', 'document_locked', 'document_locked'],
    ['--modify=form', 'document_locked', 'none'],
    ['--modify=annotate', 'document_locked', 'none'],
    ['--modify=all', 'none', 'none'],
  ])('heeds what %s permits its user, and signs for its owner', async (permission, newField, existingField) => {
    const form = makePdf({
      ...ONE_PAGE,
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
      4: '<</Type /Annot /Subtype /Widget /FT /Sig /T (here) /Rect [50 600 250 650]>>',
    })
    const input = await rewriteWithQpdf(form, '--encrypt', USER, OWNER, '256', permission, '--')
    const password = USER
    expect(await codeOf(sign(input, { password }))).toBe(newField)
    expect(await codeOf(sign(input, { password, field: 'here' }))).toBe(existingField)
    const signed = await sign(input, { password: OWNER }, WITH_PAGE)
    expect((await judge(signed, OWNER)).signatures).toMatchObject([{ valid: true, total: true }])
    if (existingField !== 'none') return
    // Filling in is all that the user may do: the list of attachments stays as it is.
    const filled = await sign(input, { password, field: 'here' })
    expect(await verifyDocument(filled, { password })).toMatchObject({
      valid: true,
      signers: [{ audit: { status: 'valid' } }],
    })
  })

  it('signs what opens without a password, whatever its permissions say', async () => {
    const input = await rewriteWithQpdf(source, '--encrypt', '', OWNER, '256', '--modify=none', '--')
    const signed = await sign(input, {}, WITH_PAGE)
    expect((await judge(signed)).signatures).toMatchObject([{ valid: true, total: true }])
    expect(await verifyDocument(signed)).toMatchObject({ valid: true })
  })

  it('says which permission is lacking', async () => {
    const refused = async (permission: string, page: boolean) => {
      const input = await rewriteWithQpdf(source, '--encrypt', USER, OWNER, '256', permission, '--')
      return sign(input, { password: USER }, page ? WITH_PAGE : undefined)
    }
    await expect(refused('--modify=form', false)).rejects.toThrow(/new fields.*owner's password, or name an existing/)
    await expect(refused('--modify=none', false)).rejects.toThrow(
      /do not allow new fields: give its owner's password\.$/,
    )
  })

  it('refuses a document encrypted by something else than a password, by name', async () => {
    const input = makePdf(ONE_PAGE, { trailer: '/Encrypt <</Filter /Adobe.PubSec /V 4 /R 4>>' })
    const expected = { code: 'document_encrypted', message: expect.stringContaining('Adobe.PubSec') }
    await expect(sign(input, { password: 'any' })).rejects.toMatchObject(expected)
    await expect(verifyDocument(input, { password: 'any' })).rejects.toMatchObject(expected)
  })

  it('refuses a document with a MAC over all of it', async () => {
    const input = makePdf(ONE_PAGE, {
      trailer: '/AuthCode <</ByteRange [0 1 2 3] /MAC <00> /MACLocation /Standalone>>',
    })
    const refusal = { code: 'unsupported_document', message: expect.stringContaining('ISO/TS 32004') }
    await expect(sign(input)).rejects.toMatchObject(refusal)
    await expect(sign(appendRevision(input, {}))).rejects.toMatchObject(refusal)
  })

  it('refuses what can be no password', async () => {
    for (const password of [5, {}, 'x'.repeat(2000)]) {
      expect(await codeOf(sign(source, { password: password as string }))).toBe('invalid_request')
      expect(await codeOf(verifyDocument(source, { password: password as string }))).toBe('invalid_request')
    }
    expect(await codeOf(sign(source, { password: 'of no use' }))).toBe('none')
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
