/**
 * Makes paragraphs for text in drawings that does not come as Word paragraphs.
 *
 * @module
 */

import type { Inline, ListLabel, Paragraph } from '../../typeset/model/document-model.js'
import { plainParagraph, plainRun, plainText } from '../../typeset/model/plain-model.js'
import type { HexColor, ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'

/** Format of such text in WordArt, charts and diagrams. */
export interface PlainTextLook {
  readonly font: string
  /** Font size in twips. */
  readonly size: number
  readonly color: HexColor
  readonly bold?: boolean
  readonly italic?: boolean
  readonly alignment?: ParagraphProperties['alignment']
  /** Further properties, such as underline, strikethrough or vertical position. */
  readonly marks?: Partial<RunProperties>
}

/** A piece of text with a format of its own. */
export interface PlainRun {
  readonly text: string
  readonly look: PlainTextLook
}

/** A paragraph of these runs, without spacing unless it is among the changes. Line ends and tabs in the texts are kept. */
export function makeParagraph(
  runs: readonly PlainRun[],
  look: PlainTextLook,
  changes: Partial<ParagraphProperties> = {},
  label?: ListLabel,
): Paragraph {
  const inlines = runs.flatMap(({ text, look: own }) => inlinesOf(text, makeRun(own)))
  const { alignment = 'center' } = look
  const plain = { alignment, widowControl: false, suppressLineNumbers: true, ...changes }
  const paragraph = plainParagraph(inlines, makeRun(look), plain)
  return label === undefined ? paragraph : { ...paragraph, label }
}

function inlinesOf(text: string, run: RunProperties): Inline[] {
  return (text.match(/[\n\v]|\t|[^\n\v\t]+/g) ?? []).map((piece) => {
    if (piece === '\t') return { kind: 'tab', run }
    return piece === '\n' || piece === '\v' ? { kind: 'break', type: 'line', run } : plainText(piece, run)
  })
}

/** A format as the properties of a run. */
export function makeRun({ font, size, color, bold = false, italic = false, marks }: PlainTextLook): RunProperties {
  return { ...plainRun({ family: font, size, color, bold, italic, kerns: false, language: 'en-US' }), ...marks }
}
