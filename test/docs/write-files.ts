/**
 * The files that the pages speak of, in a folder of their own.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { convertFile, identityFromPkcs12, signDocument } from '../../src/index.js'
import { makeTestKey } from '../support/keys.js'
import { ENTRIES, ROOT } from './code-blocks.js'

/** A request, as the pages have it in `request`. */
export const REQUEST = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit', data: { consent: true } }],
}

/** Makes a drawing of a line, as `hand.png`. */
function drawHand(): Uint8Array {
  const canvas = createCanvas(120, 40)
  const context = canvas.getContext('2d')
  context.moveTo(5, 30)
  context.lineTo(110, 8)
  context.stroke()
  return canvas.toBuffer('image/png')
}

/** Writes key, contract in its forms, and what makes `sealwright` lead to the sources. Returns the passphrase of the key. */
export async function writeFiles(folder: string): Promise<string> {
  const { pkcs12, passphrase, certificate } = makeTestKey()
  const markdown = new TextEncoder().encode('# Contract\n\nOne hundred pounds a month.\n')
  const docx = (await convertFile(markdown, { from: 'md', to: 'docx' })).bytes
  const pdf = (await convertFile(docx, { to: 'pdf' })).bytes
  const identity = await identityFromPkcs12(pkcs12, passphrase)
  const { bytes: signed } = await signDocument(pdf, REQUEST, { identity })
  const files = {
    'key.p12': pkcs12,
    'certificate.pem': certificate,
    'contract.md': markdown,
    'contract.docx': docx,
    'contract.pdf': pdf,
    'contract-signed.pdf': signed,
    'hand.png': drawHand(),
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, [ROOT + file]])),
      },
    }),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return passphrase
}
