/**
 * DOCX files with tracked changes and comments, over HTTP.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { identityOf, WITH_PAGE } from '../sign/signing.js'
import { makeDocx } from '../support/make-docx.js'
import { pdftotext, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { ask, makeApi, problemOf } from './support/api.js'

const CHANGE = 'w:id="1" w:author="Ada" w:date="2026-01-02T03:04:05Z"'
const pending = makeDocx(
  `<w:p><w:r><w:t xml:space="preserve">pay </w:t></w:r><w:del ${CHANGE}><w:r><w:delText>hundred</w:delText></w:r></w:del><w:ins ${CHANGE}><w:r><w:t>thousand</w:t></w:r></w:ins></w:p>`,
)
const settled = makeDocx('<w:p><w:r><w:t>pay nothing</w:t></w:r></w:p>')

async function textOf(bytes: Uint8Array): Promise<string> {
  return withFiles({ 'a.pdf': bytes }, (path) => pdftotext(path('a.pdf')))
}

describe.runIf(hasTool('pdftotext'))('a DOCX with pending changes', () => {
  const body = (document: Uint8Array, more: object = {}) => ({
    ...requestExamples().sign.minimal.value,
    document: { base64: Buffer.from(document).toString('base64') },
    ...more,
  })
  const signed = async (response: Response) => {
    const reply = (await response.json()) as { document: { base64: string } }
    return textOf(new Uint8Array(Buffer.from(reply.document.base64, 'base64')))
  }

  it('is not sealed over HTTP unless the request or the host says how to take it', async () => {
    const api = await makeApi()
    const refused = await ask(api, '/v1/sign', { json: body(pending) })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([422, 'pending_changes'])
    expect((await ask(api, '/v1/sign', { json: body(settled) })).status).toBe(200)
    const accepted = await ask(api, '/v1/sign', { json: body(pending, { trackedChanges: 'accept' }) })
    expect(await signed(accepted)).toContain('pay thousand')
    const rejected = await ask(api, '/v1/sign', { json: body(pending, { trackedChanges: 'reject' }) })
    expect(await signed(rejected)).toContain('pay hundred')
    const unknown = await ask(api, '/v1/sign', { json: body(pending, { trackedChanges: 'perhaps' }) })
    expect((await problemOf(unknown)).errors).toMatchObject([{ pointer: '/trackedChanges' }])
    const hosted = await makeApi({ sign: { trackedChanges: 'reject' } })
    expect(await signed(await ask(hosted, '/v1/sign', { json: body(pending) }))).toContain('pay hundred')
  })

  it('is converted over HTTP as the query says', async () => {
    const api = await makeApi()
    const convert = (query: string) => {
      const form = new FormData()
      form.append('file', new Blob([pending as Uint8Array<ArrayBuffer>]), 'a.docx')
      return ask(api, `/v1/convert${query}`, { body: form })
    }
    const text = async (response: Response) => textOf(new Uint8Array(await response.arrayBuffer()))
    expect(await text(await convert(''))).toContain('pay thousand')
    expect(await text(await convert('?trackedChanges=reject'))).toContain('pay hundred')
    expect(await text(await convert('?trackedChanges=show'))).toContain('pay hundredthousand')
    expect((await problemOf(await convert('?trackedChanges=refuse'))).code).toBe('pending_changes')
    expect((await convert('?comments=perhaps')).status).toBe(400)
  })

  it('is sealed by the library with its changes accepted and a warning', async () => {
    const identity = await identityOf()
    const { bytes, warnings } = await signDocument(pending, WITH_PAGE, { identity })
    expect(warnings).toEqual(['Tracked changes are treated as accepted: 1 insertion, 1 deletion.'])
    expect(await textOf(bytes)).toContain('pay thousand')
    const refusing = signDocument(pending, WITH_PAGE, { identity, trackedChanges: 'refuse' })
    await expect(refusing).rejects.toMatchObject({ code: 'pending_changes' })
    const wrong = signDocument(pending, WITH_PAGE, { identity, trackedChanges: 'perhaps' as 'accept' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
