/**
 * Streams and strings of an encrypted document that do not end as they should (ISO 32000-2, 7.6.3.1): Poppler drops the
 * last block of those, MuPDF draws nothing, and PDF.js takes the padding for data.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfDict, PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { hasTool } from '../../support/tools.js'
import { makeContract } from '../support/contract.js'
import { annotation, EMPTY_PLACE, opaqueBox } from '../support/edits.js'
import { appendByHand, type Row } from '../support/handwriting.js'
import { bytesOf, dict, notation, stream } from '../support/notation.js'
import { addAnnotation, beginRevision, fieldNamed, pageAt, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { rewriteWithQpdf } from '../support/structures.js'

const HEAD =
  '/Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>>>'
/** Whole blocks: the zeros of the value stand in the last one. */
const LOOK = `${'q BT /F 10 Tf 0 g 2 6 Td (1) Tj'.padEnd(32)}(000) Tj ET Q   `
const BLOCK = 16
const SQUARE = '500 700 9 9 re f'

const STRENGTHS = { 'AES-128': ['128', '--use-aes=y'], 'AES-256': ['256'] } as const

/** What is made of well encrypted data, with the content that they hold. */
const ENDS: Readonly<Record<string, readonly [content: string, change: (data: Uint8Array) => Uint8Array]>> = {
  'without padding': [LOOK, (data) => data.subarray(0, -BLOCK)],
  'with padding of other bytes than its length': [`${LOOK.slice(0, -3)} x\u0003`, (data) => data.subarray(0, -BLOCK)],
  'cut in a block': [`${LOOK} n`, (data) => data.subarray(0, -5)],
  'with bytes behind the last block': [LOOK, (data) => bytesOf(data, 'xxxxx')],
}

describe.skipIf(!hasTool('qpdf')).each(Object.entries(STRENGTHS))('streams by %s', (_, strength) => {
  const signed = async (...options: readonly string[]) => {
    const encryption = ['--encrypt', '', 'owner', ...strength, '--']
    return sign(await rewriteWithQpdf(makeContract().bytes, ...options, ...encryption), { certify: 2 })
  }

  /** The field "amount" filled in with 1000. */
  async function fill(content: string, change: (data: Uint8Array) => Uint8Array) {
    const bytes = await signed('--object-streams=disable')
    const filled = revise(bytes, (revision) => {
      const { document } = revision
      const look = revision.add(null)
      const data = document.security?.encryptStream(look, dict`<<>>`, bytesOf(content)) ?? new Uint8Array(0)
      const end = change(data)
      revision.put(look, new PdfVerbatim(bytesOf(`<<${HEAD} /Length ${end.length}>>\nstream\n`, end, '\nendstream')))
      revision.set(fieldNamed(document, 'amount').ref, { V: textString('1000'), AP: new PdfDict({ N: look }) })
    })
    const { valid, signers } = await verifyDocument(filled)
    return { valid, codes: signers[0]?.changes.findings.map(({ code }) => code) }
  }

  it('may end as they should', async () => {
    expect(await fill(LOOK, (data) => data)).toEqual({ valid: true, codes: [] })
    expect(await fill(`${LOOK} n`, (data) => data)).toEqual({ valid: true, codes: [] })
  })

  it.each(Object.entries(ENDS))('may not be drawn %s', async (_name, [content, change]) => {
    expect(await fill(content, change)).toEqual({ valid: false, codes: ['object_malformed'] })
  })

  it.each([
    ['as it should', 0, []],
    ['without padding', BLOCK, ['content_unknown']],
  ])('may not be laid over where the signed page ends %s', async (_name, dropped, codes) => {
    const { bytes } = makeContract()
    const encrypted = await rewriteWithQpdf(
      bytes,
      '--object-streams=disable',
      '--encrypt',
      '',
      'owner',
      ...strength,
      '--',
    )
    const drawn = revise(encrypted, (revision) => {
      const content = pageAt(revision.document, 0).dict.get('Contents') as PdfRef
      const data = revision.document.security?.encryptStream(content, dict`<<>>`, bytesOf(SQUARE)) ?? bytes
      const end = data.subarray(0, data.length - dropped)
      revision.put(content, new PdfVerbatim(bytesOf(`<</Length ${end.length}>>\nstream\n`, end, '\nendstream')))
    })
    const covered = revise(await sign(drawn, { certify: 3 }), (revision) => {
      const look = revision.add(opaqueBox(100, 20))
      const box = annotation('Stamp', EMPTY_PLACE, { AP: new PdfDict({ N: look }) })
      addAnnotation(revision, pageAt(revision.document, 0).ref, box.with({ P: pageAt(revision.document, 0).ref }))
    })
    const { signers } = await verifyDocument(covered)
    expect(signers[0]?.reasons.map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    ['as they should', 0, []],
    // PDF.js has 14 zeros and a control behind the 1.
    ['without padding', BLOCK, ['object_malformed']],
  ])('may hold strings that end %s', async (_name, dropped, codes) => {
    const bytes = await signed('--object-streams=disable')
    const filled = revise(bytes, (revision) => {
      const { security } = revision.document
      const { ref } = fieldNamed(revision.document, 'amount')
      const look = revision.add(stream(dict`<<${HEAD}>>`, LOOK.replace('000', '   ')))
      const value = security?.encryptString(ref, bytesOf(dropped === 0 ? '1' : `1${'0'.repeat(14)}\u000f`)) ?? bytes
      const digits = Buffer.from(value.subarray(0, value.length - dropped)).toString('hex')
      const field = revision.get(ref).with({ V: undefined, AP: new PdfDict({ N: look }) })
      const text = notation(security?.encryptObject(ref, field) ?? null).replace(/>>\s*$/, ` /V <${digits}>>>`)
      revision.put(ref, new PdfVerbatim(bytesOf(text)))
    })
    const { valid, signers } = await verifyDocument(filled)
    expect([valid, signers[0]?.reasons.map(({ code }) => code)]).toEqual([codes.length === 0, codes])
  })

  it('may be in the clear in a signature, and in the encryption dictionary that is written again', async () => {
    const bytes = await signByHand(await signed('--object-streams=disable'))
    const { document } = beginRevision(bytes).revision
    const { num } = document.trailer.get('Encrypt') as PdfRef
    const [, encryption = ''] = new RegExp(`\\n${num} 0 obj\\n(<<.*>>)\\nendobj`).exec(latin1Text(bytes)) ?? []
    expect(encryption).toContain('/StdCF')
    const again = appendByHand(bytes, { objects: [[num, encryption]] })
    const { valid, signers } = await verifyDocument(again)
    expect([valid, signers.flatMap(({ reasons }) => reasons)]).toEqual([true, []])
  })

  it.each([
    ['as they should', 0, true],
    ['without padding', BLOCK, false],
  ])('may hold objects where they end %s', async (_name, dropped, isValid) => {
    const bytes = await signed('--object-streams=generate')
    const { document } = beginRevision(bytes).revision
    const holder = document.nextObjectNumber
    // The number between them is that of the cross-reference stream.
    const member = holder + 2
    const content = `${member} 0 `.padEnd(BLOCK).concat('<</Made (here)>>')
    const head = dict`<<>>`
    const data = document.security?.encryptStream(new PdfRef(holder), head, bytesOf(content)) ?? bytes
    const end = data.subarray(0, data.length - dropped)
    const entries = `<</Type /ObjStm /N 1 /First ${BLOCK} /Length ${end.length}>>\nstream\n`
    const rows = (own: readonly Row[]) => [...own, { num: member, type: 2, a: holder, b: 0 }]
    const added = appendByHand(bytes, {
      objects: [[holder, new PdfVerbatim(bytesOf(entries, end, '\nendstream'))]],
      spelling: { rows, keys: () => ({ Size: String(member + 1) }) },
    })
    const { valid, signers } = await verifyDocument(added)
    expect([valid, signers[0]?.reasons.map(({ code }) => code)]).toEqual([isValid, isValid ? [] : ['object_malformed']])
  })
})
