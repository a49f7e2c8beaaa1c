/**
 * The numbers of notes (ECMA-376-1, 17.11).
 *
 * @module
 */

import { deriveParagraph } from '../model/derived-paragraph.js'
import type { Block, DocumentModel, Note, NoteSettings, Paragraph, Section } from '../model/document-model.js'
import { formatNumber } from '../model/number-format.js'
import { visitInlines } from './find-inlines.js'

/** The numbers of a document's notes, and the order of its endnotes. */
export interface NoteNumbers {
  label(note: 'footnote' | 'endnote', id: string): string | undefined
  /** Ids of the endnotes that a section refers to, in order. */
  endnotesOf(section: Section): readonly string[]
}

/**
 * Numbers all notes in the order of their references (ECMA-376-1, 17.11).
 *
 * @param pages index of the page of each footnote, for numbers that restart on each page; a section whose pages are unknown
 * counts as one page
 */
export function numberNotes(document: DocumentModel, pages: ReadonlyMap<string, number> = new Map()): NoteNumbers {
  const labels = { footnote: new Map<string, string>(), endnote: new Map<string, string>() }
  const endnotes = new Map<Section, readonly string[]>()
  const next = { footnote: document.settings.footnotes.start, endnote: document.settings.endnotes.start }
  for (const section of document.sections) {
    const settings = noteSettings(document, section)
    for (const note of ['footnote', 'endnote'] as const) {
      if (settings[note].restart !== 'continuous') next[note] = settings[note].start
    }
    const ids: string[] = []
    let page: number | undefined
    visitInlines(section.blocks, (inline) => {
      if (inline.kind !== 'noteReference') return
      const { note, id } = inline
      const known = note === 'footnote' ? document.footnotes : document.endnotes
      if (!known.has(id) || labels[note].has(id)) return
      if (note === 'footnote' && settings.footnote.restart === 'eachPage') {
        if (page !== undefined && pages.get(id) !== page) next.footnote = settings.footnote.start
        page = pages.get(id)
      }
      labels[note].set(id, inline.customMark ? '' : formatNumber(next[note]++, settings[note].numberFormat))
      if (note === 'endnote') ids.push(id)
    })
    endnotes.set(section, ids)
  }
  return {
    label: (note, id) => labels[note].get(id),
    endnotesOf: (section) => endnotes.get(section) ?? [],
  }
}

/** Whether numbers of footnotes depend on the pages. */
export function numbersFootnotesByPage(document: DocumentModel): boolean {
  if (document.footnotes.size === 0) return false
  return document.sections.some((section) => noteSettings(document, section).footnote.restart === 'eachPage')
}

/** How notes of a section are numbered and placed. */
export function noteSettings(
  document: DocumentModel,
  section: Section,
): { readonly footnote: NoteSettings; readonly endnote: NoteSettings } {
  const { footnotes, endnotes } = section.properties
  return { footnote: footnotes ?? document.settings.footnotes, endnote: endnotes ?? document.settings.endnotes }
}

/** The blocks of a note, with its number inserted: notes may keep it in a table. */
export function numberedBlocks({ blocks }: Note, label: string): readonly Block[] {
  return blocks.map((block) => {
    if (block.kind === 'paragraph') return withNumber(block, label)
    const rows = block.rows.map((row) => {
      const cells = row.cells.map((cell) => ({ ...cell, blocks: numberedBlocks(cell, label) }))
      return { ...row, cells }
    })
    return { ...block, rows }
  })
}

function withNumber(paragraph: Paragraph, label: string): Paragraph {
  if (!paragraph.inlines.some(({ kind }) => kind === 'noteNumber')) return paragraph
  const inlines = paragraph.inlines.map((inline) =>
    inline.kind === 'noteNumber' ? { kind: 'text' as const, text: label, run: inline.run } : inline,
  )
  return deriveParagraph(paragraph, { inlines })
}
