import type { Paragraph } from '../../typeset/model/document-model.js'
import type { HexColor, ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'

/** How text looks that a drawing brings without paragraphs of Word: WordArt, charts, diagrams. */
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
  return {
    kind: 'paragraph',
    properties: {
      styleId: '',
      alignment: look.alignment ?? 'center',
      rightToLeft: false,
      indentStart: 0,
      indentEnd: 0,
      indentFirstLine: 0,
      spaceBefore: 0,
      spaceAfter: 0,
      autoSpaceBefore: false,
      autoSpaceAfter: false,
      contextualSpacing: false,
      lineSpacing: { rule: 'auto', value: 1 },
      keepWithNext: false,
      keepLines: false,
      pageBreakBefore: false,
      widowControl: false,
      suppressLineNumbers: true,
      suppressHyphenation: true,
      snapToGrid: false,
      breakAnywhere: false,
      tabs: [],
      borders: {},
      verticalAlignment: 'auto',
      mark: makeRun(look),
    },
    inlines: runs.map(({ text, look: own }) => ({ kind: 'text', text, run: makeRun(own) })),
  }
}

function makeRun(look: PlainTextLook): RunProperties {
  const { font, size, bold = false, italic = false } = look
  return {
    fonts: { ascii: font, highAnsi: font, eastAsia: font, complexScript: font },
    size,
    bold,
    italic,
    complexSize: size,
    complexBold: bold,
    complexItalic: italic,
    color: look.color,
    raise: 0,
    tracking: 0,
    scale: 1,
    ligatures: false,
    rightToLeft: false,
    complexScript: false,
    eastAsiaHint: false,
    language: 'en-US',
  }
}
