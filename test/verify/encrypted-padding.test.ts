/**
 * The room behind a signature in an encrypted document, as PDFBox leaves it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDer } from '../../src/cms/asn1/der.js'
import { verifyDocument } from '../../src/index.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { hasTool } from '../support/tools.js'
import { makeContract } from './support/contract.js'
import { beginRevision, fieldNamed } from './support/revise.js'
import { signatureOf, signByHand } from './support/sign.js'
import { rewriteWithQpdf } from './support/structures.js'

const STRENGTHS = {
  'RC4 with 40 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--'],
  'RC4 with 128 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=n', '--'],
  'AES-128': ['--encrypt', '', 'owner', '128', '--use-aes=y', '--'],
  'AES-256': ['--encrypt', '', 'owner', '256', '--'],
} as const

/** Fills the room behind a signature with what encryption makes of zeros, and changes one byte of that. */
async function signEncrypted(options: readonly string[], changed?: number): Promise<Uint8Array> {
  const encrypted = await rewriteWithQpdf(makeContract().bytes, '--object-streams=disable', ...options)
  const signed = await signByHand(encrypted)
  const { security } = PdfDocument.open(signed)
  const { ref } = signatureOf(beginRevision(signed).revision, fieldNamed(PdfDocument.open(signed), 'ByHand').ref)
  const text = Buffer.from(signed).toString('latin1')
  const [hole = '', digits = ''] = /\/Contents <([0-9a-f]{1000,})>/.exec(text) ?? []
  // Not where the zeros begin: the signature value may end in one itself.
  const from = 2 * readDer(Buffer.from(digits, 'hex')).end
  const room = digits.length / 2
  const sizes = [room, room - 32]
  const padding = sizes
    .map((size) => security?.encryptString(ref, new Uint8Array(size)))
    .find((p) => p?.length === room)
  if (padding === undefined) throw new Error('The padding does not fill the room.')
  if (changed !== undefined) padding[changed] = (padding[changed] ?? 0) ^ 1
  const tail = Buffer.from(padding).toString('hex').slice(from)
  return new Uint8Array(Buffer.from(text.replace(hole, `/Contents <${digits.slice(0, from)}${tail}>`), 'latin1'))
}

describe.skipIf(!hasTool('qpdf')).each(Object.entries(STRENGTHS))('zeros behind a signature, by %s', (_, options) => {
  it('may be encrypted', async () => {
    const { valid, signers } = await verifyDocument(await signEncrypted(options))
    expect(signers[0]?.reasons).toEqual([])
    expect(valid).toBe(true)
  })

  it('may not be anything else', async () => {
    const { signers } = await verifyDocument(await signEncrypted(options, 7000))
    expect(signers[0]?.reasons.map(({ code }) => code)).toEqual(['contents_trailing_data'])
  })
})
