/**
 * Paragraphs for text that a drawing brings without paragraphs of Word.
 *
 * @module
 */

import type { Paragraph } from '../../typeset/model/document-model.js'
import { plainParagraph, plainRun, plainText } from '../../typeset/model/plain-model.js'
import type { HexColor, ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'

/** Format of text in a drawing that does not come as Word paragraphs: WordArt, charts, diagrams. */
export interface PlainTextLook {
  readonly font: string
  /** Font size in twips. */
  readonly size: number
  readonly color: HexColor
  readonly bold?: boolean
  readonly italic?: boolean
  readonly alignment?: ParagraphProperties['alignment']
}

/** A piece of text with a look of its own. */
export interface PlainRun {
  readonly text: string
  readonly look: PlainTextLook
}

/** A paragraph without spacing that holds these runs. */
export function makeParagraph(runs: readonly PlainRun[], look: PlainTextLook): Paragraph {
  const inlines = runs.map(({ text, look: own }) => plainText(text, makeRun(own)))
  const { alignment = 'center' } = look
  return plainParagraph(inlines, makeRun(look), { alignment, widowControl: false, suppressLineNumbers: true })
}

function makeRun({ font, size, color, bold = false, italic = false }: PlainTextLook): RunProperties {
  return plainRun({ family: font, size, color, bold, italic, kerns: false, language: 'en-US' })
}
