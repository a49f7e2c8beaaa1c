/**
 * The encryption dictionary of a signed document, written again.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfRef } from '../../../src/pdf/objects.js'
import { hasTool } from '../../support/tools.js'
import { makeContract } from '../support/contract.js'
import { appendByHand, type Row } from '../support/handwriting.js'
import { bytesOf, notation } from '../support/notation.js'
import { beginRevision } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { rewriteWithQpdf } from '../support/structures.js'

describe.skipIf(!hasTool('qpdf')).each([128, 256])('encryption by AES with %s bits, written again', (bits) => {
  const signed = async (objects = 'disable') => {
    const options = ['--encrypt', '', 'owner', ...(bits === 128 ? ['128', '--use-aes=y'] : ['256']), '--']
    return sign(await rewriteWithQpdf(makeContract().bytes, `--object-streams=${objects}`, ...options))
  }

  /** The dictionary under another number, or in the trailer. */
  async function write(place: 'object' | 'trailer', change: (text: string) => string = (text) => text) {
    const bytes = await signed()
    const { document } = beginRevision(bytes).revision
    const text = change(notation(document.encryption ?? null))
    const num = document.nextObjectNumber
    return appendByHand(bytes, {
      objects: place === 'object' ? [[num, text]] : [],
      spelling: { keys: () => ({ Encrypt: place === 'object' ? `${num} 0 R` : text }) },
    })
  }

  const judge = async (bytes: Uint8Array) => {
    const { valid, signers } = await verifyDocument(bytes)
    return [valid, ...(signers[0]?.reasons.map(({ code }) => code) ?? [])]
  }

  it('may be another object that says the same, as @libpdf/core writes it, or stand in the trailer', async () => {
    expect(await judge(await write('object'))).toEqual([true])
    expect(await judge(await write('trailer'))).toEqual([true])
  })

  it.each([
    ['other permissions', (text: string) => text.replace('/P -4', '/P -44')],
    [
      'strings in the clear',
      (text: string) => text.replace('/StrF/StdCF', '/StrF/Identity').replace('/StrF /StdCF', '/StrF /Identity'),
    ],
    ['metadata in the clear', (text: string) => text.replace('/V ', '/EncryptMetadata false /V ')],
    ['more than anybody needs', (text: string) => text.replace('/V ', `/More [${'0 '.repeat(4200)}] /V `)],
  ])('may not say anything else: %s', async (_, change) => {
    const changed = await write('object', (text) => {
      const other = change(text)
      expect(other).not.toBe(text)
      return other
    })
    // Some of them cannot be opened at all any more.
    const [valid, ...codes] = await judge(changed).catch(() => [false])
    expect([valid, codes.length === 0 || codes.includes('trailer_changed')]).toEqual([false, true])
  })

  it('may not stand in an object stream, which could not be read without it', async () => {
    const bytes = await signed('generate')
    const { document } = beginRevision(bytes).revision
    const holder = document.nextObjectNumber
    const member = holder + 2
    const text = notation(document.encryption ?? null)
    const data =
      document.security?.encryptStream(new PdfRef(holder), document.catalog.with({}), bytesOf(`${member} 0 `, text)) ??
      bytes
    const head = `<</Type /ObjStm /N 1 /First ${`${member} 0 `.length} /Length ${data.length}>>`
    const rows = (own: readonly Row[]) => [...own, { num: member, type: 2, a: holder, b: 0 }]
    const moved = appendByHand(bytes, {
      objects: [[holder, `${head}\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`]],
      spelling: { rows, keys: () => ({ Size: String(member + 1), Encrypt: `${member} 0 R` }) },
    })
    const [valid] = await judge(moved).catch(() => [false])
    expect(valid).toBe(false)
  })
})
