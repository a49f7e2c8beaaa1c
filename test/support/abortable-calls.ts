/**
 * One call of each function that is worth aborting, with documents that take it a while.
 *
 * @module
 */

import { convertFile } from '../../src/convert/convert-file.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { identityOf, requestWith, WITH_PAGE } from '../sign/signing.js'
import type { AbortableCall, Place } from './abort-rounds.js'
import type { LongTermPki } from './long-term-pki.js'

/** So many paragraphs, with emphasis and code in each, and a table of as many rows. */
function makeMarkdown(paragraphs: number): string {
  const text = Array.from({ length: paragraphs }, (_, index) => `Paragraph ${index} of *many*, with \`code\`.\n`)
  const rows = text.map((_, index) => `| ${index} | some words | ${index * 7} |`)
  return `# Title\n\n${text.join('\n')}\n| a | b | c |\n|---|---|--:|\n${rows.join('\n')}\n`
}

/** @param pki has the time-stamping authority; left out: documents are not extended */
export async function abortableCalls(place: Place, pki: LongTermPki | undefined): Promise<AbortableCall[]> {
  const markdown = makeMarkdown(150)
  const html = `<body>${'<div><p>Some <b>words</b> of text.</p><ul><li>a<li>b</ul></div>'.repeat(150)}`
  const docx = (await convertFile(markdown, { from: 'md', to: 'docx' })).bytes
  const pdf = (await convertFile(docx)).bytes
  const identity = pki === undefined ? await identityOf() : await pki.identity()
  const signed = (await signDocument(pdf, WITH_PAGE, { identity })).bytes
  const twice = (await signDocument(signed, requestWith(), { identity })).bytes
  const report = await verifyDocument(twice)
  const calls: AbortableCall[] = [
    { name: 'md to docx', call: (options) => place.convertFile(markdown, { from: 'md', to: 'docx' }, options) },
    { name: 'md to pdf', call: (options) => place.convertFile(markdown, { from: 'md', to: 'pdf' }, options) },
    { name: 'html to docx', call: (options) => place.convertFile(html, { from: 'html', to: 'docx' }, options) },
    { name: 'docx to pdf', call: (options) => place.convertFile(docx, { from: 'docx', to: 'pdf' }, options) },
    { name: 'sign', call: (options) => place.signDocument(pdf, WITH_PAGE, { identity, ...options }) },
    { name: 'sign a DOCX', call: (options) => place.signDocument(docx, WITH_PAGE, { identity, ...options }) },
    { name: 'counter-sign', call: (options) => place.signDocument(signed, requestWith(), { identity, ...options }) },
    { name: 'verify', call: (options) => place.verifyDocument(twice, options) },
    { name: 'render', call: ({ signal }) => place.renderReport(report, { format: 'pdf', signal }) },
  ]
  if (pki === undefined) return calls
  const evidence = () => ({
    timestampAuthorities: [timestampAuthority(pki.tsa)],
    trustAnchors: pki.anchors,
    revocation: pki.revocation(),
    now: pki.now,
  })
  return [
    ...calls,
    { name: 'extend', call: (options) => place.extendDocument(signed, { ...evidence(), ...options }) },
    {
      name: 'sign B-LT',
      call: (options) => place.signDocument(pdf, requestWith(), { identity, level: 'B-LT', ...evidence(), ...options }),
    },
  ]
}
