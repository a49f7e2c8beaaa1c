/**
 * DOCX files that mean harm.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { OOXML_LIMITS } from '../../src/ooxml/ooxml-limits.js'
import { readDocx } from '../../src/ooxml/read-docx.js'
import { startWork } from '../support/work-time.js'
import { field, makeDocx, p, r } from './body/make-docx.js'

/** The code that reading ends with; `read` when it does not throw. Anything but a SealwrightError fails the test. */
function outcome(body: string): string {
  try {
    readDocx(makeDocx(body))
    return 'read'
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
}

describe('hostile documents', () => {
  it('refuses tables nested without end', () => {
    for (const depth of [OOXML_LIMITS.maxTableNesting + 1, 10_000]) {
      const open = '<w:tbl><w:tr><w:tc>'.repeat(depth)
      const close = '</w:tc></w:tr></w:tbl>'.repeat(depth)
      expect(outcome(open + close)).toBe('document_too_complex')
    }
  })

  it('refuses tables with too many cells or columns', () => {
    const row = `<w:tr>${'<w:tc/>'.repeat(60)}</w:tr>`
    expect(outcome(`<w:tbl>${row.repeat(Math.ceil(OOXML_LIMITS.maxTableCells / 60) + 1)}</w:tbl>`)).toBe(
      'document_too_complex',
    )
    expect(outcome(`<w:tbl><w:tr>${'<w:tc/>'.repeat(5000)}</w:tr></w:tbl>`)).toBe('document_too_complex')
  })

  it('reads spans, heights and widths out of all bounds', () => {
    expect(
      outcome(
        `<w:tbl><w:tblPr><w:tblW w:w="1e99" w:type="pct"/><w:tblpPr w:tblpX="99999999999"/></w:tblPr><w:tblGrid><w:gridCol w:w="-5"/></w:tblGrid><w:tr><w:trPr><w:gridBefore w:val="-1"/><w:trHeight w:val="99999999999"/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/><w:tcW w:w="NaN"/></w:tcPr></w:tc></w:tr></w:tbl>`,
      ),
    ).toBe('read')
  })

  it('reads fields nested without end, and ends without a begin', () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    const model = readDocx(makeDocx(`<w:p>${begin.repeat(5000)}${end.repeat(5000)}${end.repeat(9)}${r('x')}</w:p>`))
    expect(model.sections[0]?.blocks).toMatchObject([{ inlines: [{ text: 'x' }] }])
  })

  it('does not take long for many fields in one paragraph', () => {
    const workedMs = startWork()
    expect(outcome(`<w:p>${field('PAGE', r('1')).repeat(5000)}</w:p>`)).toBe('read')
    expect(workedMs()).toBeLessThan(5000)
  })

  it('reads paragraphs that are joined without end', () => {
    const workedMs = startWork()
    expect(outcome(p('x', '<w:rPr><w:del/></w:rPr>').repeat(5000))).toBe('read')
    expect(workedMs()).toBeLessThan(5000)
  })

  it('ends with the reason of an aborted signal', () => {
    const reason = new Error('enough')
    expect(() => readDocx(makeDocx(p('x')), { signal: AbortSignal.abort(reason) })).toThrow(reason)
  })

  it('refuses what is not a document, and reads one without content', () => {
    expect(() => readDocx(new Uint8Array(0))).toThrow(SealwrightError)
    expect(() => readDocx(new TextEncoder().encode('hello'))).toThrow(SealwrightError)
    expect(outcome('')).toBe('read')
  })
})
