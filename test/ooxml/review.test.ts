/**
 * Tracked changes and comments.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { readDocx } from '../../src/ooxml/read-docx.js'
import type { ReviewOptions } from '../../src/ooxml/review/review-options.js'
import type { Block, Inline } from '../../src/typeset/model/document-model.js'
import { buildDocx } from './build-docx.js'

const BY = 'w:id="1" w:author="Ada" w:date="2026-01-02T03:04:05Z"'
const run = (text: string, rPr = '') => `<w:r><w:rPr>${rPr}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const inserted = (content: string) => `<w:ins ${BY}>${content}</w:ins>`
const deleted = (text: string) => `<w:del ${BY}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`
const paragraph = (content: string, pPr = '') => `<w:p><w:pPr>${pPr}</w:pPr>${content}</w:p>`

function texts(blocks: readonly Block[]): unknown[] {
  return blocks.map((block) =>
    block.kind === 'table'
      ? block.rows.map(({ cells }) => cells.map((cell) => texts(cell.blocks)))
      : block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join(''),
  )
}

function take(body: string, options: ReviewOptions = {}, parts: Record<string, string> = {}) {
  const { sections, warnings } = readDocx(buildDocx(body, parts), options)
  const blocks = sections.flatMap((section) => section.blocks)
  const inlines = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
  return { texts: texts(blocks), blocks, inlines, warnings }
}

function codeOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error instanceof SealwrightError ? error.code : error
  }
  return undefined
}

const EDITED = paragraph(`${run('pay ')}${deleted('100')}${inserted(run('900'))}${run(' euros')}`)

describe('tracked changes', () => {
  it('are taken as accepted with a warning, as rejected, or refused', () => {
    expect(take(EDITED).texts).toEqual(['pay 900 euros'])
    expect(take(EDITED).warnings).toEqual(['Tracked changes are treated as accepted: 1 insertion, 1 deletion.'])
    const rejected = take(EDITED, { trackedChanges: 'reject' })
    expect(rejected.texts).toEqual(['pay 100 euros'])
    expect(rejected.warnings).toEqual(['Tracked changes are treated as rejected: 1 insertion, 1 deletion.'])
    expect(codeOf(() => take(EDITED, { trackedChanges: 'refuse' }))).toBe('pending_changes')
    expect(take(paragraph(run('a')), { trackedChanges: 'refuse' })).toMatchObject({ texts: ['a'], warnings: [] })
  })

  it('are shown with both texts, told apart', () => {
    const { texts: shown, inlines } = take(EDITED, { trackedChanges: 'show' })
    expect(shown).toEqual(['pay 100900 euros'])
    const looks = inlines.map((inline: Inline) => inline.kind === 'text' && [inline.text, inline.run])
    expect(looks).toEqual([
      ['pay ', expect.not.objectContaining({ strike: expect.anything(), underline: expect.anything() })],
      ['100', expect.objectContaining({ strike: 'single', color: 'D13438' })],
      ['900', expect.objectContaining({ underline: { style: 'single' }, color: 'D13438' })],
      [' euros', expect.objectContaining({ color: 'auto' })],
    ])
  })

  it('join and part paragraphs with their ends', () => {
    const mark = (change: string) => `<w:rPr><w:${change} ${BY}/></w:rPr>`
    const joined = paragraph(run('a'), mark('del')) + paragraph(run('b'))
    expect(take(joined).texts).toEqual(['ab'])
    expect(take(joined, { trackedChanges: 'reject' }).texts).toEqual(['a', 'b'])
    expect(take(joined, { trackedChanges: 'show' }).texts).toEqual(['a', 'b'])
    const parted = paragraph(run('a'), mark('ins')) + paragraph(run('b'))
    expect(take(parted).texts).toEqual(['a', 'b'])
    expect(take(parted, { trackedChanges: 'reject' }).texts).toEqual(['ab'])
  })

  it('move text, and add and remove rows and cells', () => {
    const moved =
      paragraph(`<w:moveFrom ${BY}>${run('x')}</w:moveFrom>${run('a')}`) +
      paragraph(`<w:moveTo ${BY}>${run('x')}</w:moveTo>${run('b')}`)
    expect(take(moved).texts).toEqual(['a', 'xb'])
    expect(take(moved, { trackedChanges: 'reject' }).texts).toEqual(['xa', 'b'])
    expect(take(moved, { trackedChanges: 'show' }).texts).toEqual(['xa', 'xb'])
    const row = (text: string, trPr = '', tcPr = '') =>
      `<w:tr><w:trPr>${trPr}</w:trPr><w:tc><w:tcPr>${tcPr}</w:tcPr>${paragraph(run(text))}</w:tc></w:tr>`
    const rows = `<w:tbl>${row('a')}${row('b', `<w:ins ${BY}/>`)}${row('c', `<w:del ${BY}/>`)}</w:tbl>${paragraph('')}`
    expect(take(rows).texts[0]).toEqual([[['a']], [['b']]])
    expect(take(rows, { trackedChanges: 'reject' }).texts[0]).toEqual([[['a']], [['c']]])
    expect(take(rows, { trackedChanges: 'show' }).texts[0]).toEqual([[['a']], [['b']], [['c']]])
  })

  it('change properties, which rejecting gives back without losing what cannot change', () => {
    const changed =
      paragraph(
        run('a', `<w:b/><w:rPrChange ${BY}><w:rPr><w:i/></w:rPr></w:rPrChange>`),
        `<w:jc w:val="center"/><w:pPrChange ${BY}><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange>`,
      ) +
      `<w:sectPr><w:pgSz w:w="10000" w:h="12000"/><w:sectPrChange ${BY}><w:sectPr><w:pgSz w:w="8000" w:h="9000"/></w:sectPr></w:sectPrChange></w:sectPr>`
    const accepted = readDocx(buildDocx(changed))
    const rejected = readDocx(buildDocx(changed), { trackedChanges: 'reject' })
    expect(accepted.sections[0]?.properties.pageWidth).toBe(10000)
    expect(rejected.sections[0]?.properties.pageWidth).toBe(8000)
    expect(accepted.sections[0]?.blocks[0]).toMatchObject({
      properties: { alignment: 'center' },
      inlines: [{ run: { bold: true, italic: false } }],
    })
    expect(rejected.sections[0]?.blocks[0]).toMatchObject({
      properties: { alignment: 'end' },
      inlines: [{ run: { bold: false, italic: true } }],
    })
    expect(accepted.warnings).toEqual(['Tracked changes are treated as accepted: 3 changes of formatting.'])
  })

  it('count in notes too, where they may be refused', () => {
    const footnotes = `<w:footnote w:id="1">${paragraph(deleted('x'))}</w:footnote>`
    const body = paragraph('<w:r><w:footnoteReference w:id="1"/></w:r>')
    expect(codeOf(() => take(body, { trackedChanges: 'refuse' }, { footnotes }))).toBe('pending_changes')
    const { footnotes: notes } = readDocx(buildDocx(body, { footnotes }), { trackedChanges: 'reject' })
    expect(texts(notes.get('1')?.blocks ?? [])).toEqual(['x'])
  })
})

describe('comments', () => {
  const comments = `<w:comment w:id="7" w:author="Ada" w:initials="AL" w:date="2026-01-02T00:00:00Z">${paragraph(run('really?'))}</w:comment>`
  const body = paragraph(`${run('a')}<w:r><w:commentReference w:id="7"/></w:r>${run('b')}`)

  it('are left out with a warning, listed after the text, or refused', () => {
    expect(take(body, {}, { comments })).toMatchObject({ texts: ['ab'], warnings: ['A comment is left out.'] })
    const shown = take(body, { comments: 'show' }, { comments })
    expect(shown).toMatchObject({
      texts: ['a[AL1]b', 'Comments', '[AL1] Ada, 2026-01-02', 'really?'],
      warnings: [],
    })
    expect(codeOf(() => take(body, { comments: 'refuse' }, { comments }))).toBe('pending_changes')
    expect(take(body, { comments: 'refuse' }).texts).toEqual(['ab'])
  })
})

describe('text that is not read', () => {
  it('is named with the element that it stands in', () => {
    const lost = `${paragraph(run('a'))}<w:unheardOf>${paragraph(run('lost text'))}</w:unheardOf>`
    expect(take(lost)).toMatchObject({
      texts: ['a'],
      warnings: ['9 characters in w:unheardOf elements are left out: "lost text"'],
    })
  })

  it('is not what the document hides itself', () => {
    const hidden = paragraph(`${run('a')}${run('b', '<w:vanish/>')}${deleted('c')}`)
    const fields = paragraph(
      `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${run('3')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    )
    expect(take(hidden + fields).warnings).toEqual(['Tracked changes are treated as accepted: 1 deletion.'])
  })
})
