/**
 * The same document in other file structures: by qpdf, and by hand where no program writes them any more.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { withFiles } from '../../support/oracles.js'
import { runTool } from '../../support/tools.js'
import { bytesOf, dict, notation } from './notation.js'

/** Runs qpdf over a document. */
export function rewriteWithQpdf(bytes: Uint8Array, ...options: readonly string[]): Promise<Uint8Array> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const { code, stderr } = await runTool('qpdf', [path('in.pdf'), ...options, path('out.pdf')])
    if (code !== 0) throw new Error(`qpdf: ${stderr}`)
    return new Uint8Array(await readFile(path('out.pdf')))
  })
}

/** Encrypted so that it opens without a password. */
export function encryptWithQpdf(bytes: Uint8Array, bits: 128 | 256): Promise<Uint8Array> {
  const strength = bits === 128 ? ['128', '--use-aes=y'] : ['256']
  return rewriteWithQpdf(bytes, '--object-streams=disable', '--encrypt', '', 'owner', ...strength, '--')
}

/**
 * A hybrid file (ISO 32000-2, 7.5.8.4): its information dictionary stands in an object stream that only the
 * cross-reference stream knows. One page.
 */
export function makeHybrid({ inStream = '<</Producer (tests)>>', page = '' } = {}): Uint8Array {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${page}>>`,
    '<</Length 0>>\nstream\n\nendstream',
  ]
  objects.push(`<</Type /ObjStm /N 1 /First 4 /Length ${4 + inStream.length}>>\nstream\n7 0 ${inStream}\nendstream`)
  let text = '%PDF-1.5\n'
  const offsets = objects.map((body, i) => {
    const offset = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const streamAt = text.length
  const rows = Uint8Array.of(1, streamAt >> 8, streamAt & 255, 0, 2, 0, 5, 0)
  const entries = dict`<</Type /XRef /Size 8 /W [1 2 1] /Index [6 2] /Length 8 /Root 1 0 R>>`
  const head = `6 0 obj\n${notation(entries)}\nstream\n`
  const tail = '\nendstream\nendobj\n'
  const tableAt = text.length + head.length + rows.length + tail.length
  const table = [
    'xref\n0 8\n0000000000 65535 f \n',
    ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`),
    '0000000000 00000 f \n0000000000 00000 f \n',
    `trailer\n<</Size 8 /Root 1 0 R /Info 7 0 R /XRefStm ${streamAt} /ID [<AA> <AA>]>>\nstartxref\n${tableAt}\n%%EOF\n`,
  ]
  return bytesOf(text, head, rows, tail, ...table)
}
