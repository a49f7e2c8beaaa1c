/**
 * DOCX as HTML and as Markdown.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const markdown = new TextEncoder().encode('# Title\n\nSome **bold** text.\n\n- one\n- two\n')

describe('a DOCX as text', () => {
  it('becomes HTML with its structure', async () => {
    const { bytes: docx } = await convertFile(markdown, { from: 'md', to: 'docx' })
    const { bytes, contentType, fileName } = await convertFile(docx, { to: 'html', fileName: 'note.docx' })
    expect([contentType, fileName]).toEqual(['text/html; charset=utf-8', 'note.html'])
    const html = decode(bytes)
    expect(html).toMatch(/<h1>(<a [^>]*><\/a>)?Title<\/h1>/)
    expect(html).toContain('<strong>bold</strong>')
    expect(html).toContain('<li>two</li>')
  })

  it('becomes Markdown', async () => {
    const { bytes: docx } = await convertFile(markdown, { from: 'md', to: 'docx' })
    const { bytes, contentType } = await convertFile(docx, { to: 'md' })
    expect(contentType).toBe('text/markdown; charset=utf-8')
    expect(decode(bytes)).toMatch(/^# (<a [^>]*><\/a>)?Title\n\nSome __bold__ text/)
  })

  it('is refused where it cannot be read', async () => {
    const broken = makeDocx(paragraphXml('x')).subarray(0, 300)
    await expect(convertFile(broken, { from: 'docx', to: 'html' })).rejects.toMatchObject({ code: 'invalid_document' })
    await expect(convertFile(markdown, { from: 'md', to: 'html' })).rejects.toMatchObject({
      code: 'unsupported_conversion',
      message: expect.stringContaining('docx to html'),
    })
  })

  it('stops when told to', async () => {
    const reason = new Error('enough')
    const call = convertFile(makeDocx(paragraphXml('x')), { to: 'html' }, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
  })
})
