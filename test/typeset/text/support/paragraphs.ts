/**
 * Small paragraphs for tests, and what their lines show.
 *
 * @module
 */

import type { DisplayList, GlyphItem } from '../../../../src/typeset/display/display-list.js'
import type { LayoutContext } from '../../../../src/typeset/flow/layout-context.js'
import type {
  DocumentModel,
  DocumentSettings,
  Inline,
  Paragraph,
} from '../../../../src/typeset/model/document-model.js'
import { plainDocument, plainParagraph, plainRun, plainText } from '../../../../src/typeset/model/plain-model.js'
import type { ParagraphProperties, RunProperties } from '../../../../src/typeset/model/properties.js'
import type { Line, PreparedParagraph } from '../../../../src/typeset/text/line.js'
import { visibleItems } from '../../../support/visible-items.js'
import { fixedFonts } from './fixed-fonts.js'

/** 10 pt: characters of {@link fixedFonts} are 100 twips wide, lines 200 tall. */
export const RUN: RunProperties = {
  ...plainRun({ family: 'A', size: 200, kerns: false, language: 'en-US' }),
  fonts: { ascii: 'A', highAnsi: 'A', eastAsia: 'E', complexScript: 'C' },
}

const { settings: SETTINGS } = plainDocument([])

export function run(properties: Partial<RunProperties> = {}): RunProperties {
  return { ...RUN, ...properties }
}

export function text(value: string, properties: Partial<RunProperties> = {}): Inline {
  return plainText(value, run(properties))
}

export const TAB: Inline = { kind: 'tab', run: RUN }

/** Strings become text, `\t` tabs. */
export function paragraph(
  content: readonly (Inline | string)[],
  properties: Partial<ParagraphProperties> = {},
  rest: Partial<Paragraph> = {},
): Paragraph {
  const inlines = content.flatMap((part): Inline[] => {
    if (typeof part !== 'string') return [part]
    return part.split(/(\t)/).flatMap((piece) => (piece === '' ? [] : [piece === '\t' ? TAB : text(piece)]))
  })
  return { ...plainParagraph(inlines, RUN, { suppressHyphenation: false, snapToGrid: true, ...properties }), ...rest }
}

export function contextWith(
  settings: Partial<DocumentSettings> = {},
  rest: Partial<LayoutContext> = {},
): LayoutContext {
  const document: Partial<DocumentModel> = { settings: { ...SETTINGS, ...settings } }
  return {
    document: document as DocumentModel,
    fonts: fixedFonts(),
    checkpoint: () => {},
    warn: () => {},
    numbers: { page: 7, pageFormat: 'decimal', pageCount: undefined, sectionPageCount: undefined, section: 1 },
    noteLabel: (_note, id) => id,
    layOutBlocks: () => ({ slices: [], height: 0, contentWidth: 0, paint: () => {}, paintWithin: () => {} }),
    paintDrawing: (drawing, list, x, y) => {
      list.push({ kind: 'rectangle', x, y, width: drawing.width, height: drawing.height, color: 'FF0000' })
    },
    ...rest,
  }
}

/** All lines of a paragraph in a column of that width. */
export function linesOf(prepared: PreparedParagraph, width: number): Line[] {
  const lines = [prepared.composeLine(undefined, [{ left: 0, right: width }], width)]
  for (let next = lines[0]?.next; next !== undefined; next = lines[lines.length - 1]?.next) {
    lines.push(prepared.composeLine(next, [{ left: 0, right: width }], width))
    if (lines.length > 10_000) throw new Error('The paragraph does not end.')
  }
  return lines
}

export function paint(line: Line, x = 0, y = 0): DisplayList {
  const list: DisplayList = []
  line.paint(list, x, y)
  return visibleItems(list)
}

export function glyphsOf(line: Line): GlyphItem[] {
  return paint(line).filter((item) => item.kind === 'glyphs')
}

/** The characters on a line from left to right. */
export function textOf(line: Line): string {
  return glyphsOf(line)
    .map((item) => [...item.texts].join(''))
    .join('')
}

/** Where each word on a line starts. */
export function wordsOf(line: Line): [string, number][] {
  const words: [string, number][] = []
  let end = Number.NaN
  for (const item of glyphsOf(line)) {
    let x = item.x
    item.glyphs.forEach((_, index) => {
      const character = item.texts[index] ?? ''
      const last = words[words.length - 1]
      if (character.trim() === '') end = Number.NaN
      else if (last !== undefined && Math.abs(x - end) < 1) last[0] += character
      else words.push([character, Math.round(x)])
      x += item.advances[index] ?? 0
      if (character.trim() !== '') end = x
    })
  }
  return words
}
