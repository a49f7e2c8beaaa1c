import type { ParagraphStyleName } from '../docx-writer/flow-document.js'
import { type BlockFrame, enterBlock } from './block-frame.js'
import { getAttribute, type HtmlElement } from './html-tree.js'
import type { StyledPlace } from './style-resolver.js'

/** Styles by the names of elements. */
const STYLES: ReadonlyMap<string, ParagraphStyleName> = new Map<string, ParagraphStyleName>([
  ['h1', 'heading1'],
  ['h2', 'heading2'],
  ['h3', 'heading3'],
  ['h4', 'heading4'],
  ['h5', 'heading5'],
  ['h6', 'heading6'],
  ['pre', 'code'],
  ['listing', 'code'],
  ['xmp', 'code'],
  ['plaintext', 'code'],
  ['blockquote', 'quote'],
  ['dt', 'definitionTerm'],
  ['dd', 'definition'],
  ['figcaption', 'caption'],
  ['caption', 'caption'],
])

/** How far the styles indent by themselves, in twips: content in such a block that has another style stands there too. */
const INDENTS: ReadonlyMap<string, number> = new Map([
  ['quote', 320],
  ['definition', 425],
  ['alert', 260],
])

/** What paragraphs are inside of a block element. */
export function blockFrameOf(
  element: HtmlElement | undefined,
  tag: string,
  frame: BlockFrame,
  place: StyledPlace,
): BlockFrame {
  const style = styleOf(element, tag)
  if (style === undefined) return enterBlock(frame, place, tag)
  if (style === frame.style && style !== 'quote') return enterBlock(frame, place, tag)
  const indent = INDENTS.get(style)
  if (indent === undefined) return enterBlock(frame, place, tag, { style, ...nestedIndent(frame) })
  const { margin, padding, border } = place.style.box
  // A page that indents quotes itself means its own indent, not one more.
  const isOwn = margin.left !== undefined || padding.left !== undefined
  const quotes = frame.quotes + (style === 'quote' ? 1 : 0)
  const entered = enterBlock(frame, place, tag, {
    style,
    quotes,
    indentStart: frame.indentStart + (isOwn ? 0 : indent),
    isNaturalIndent: !isOwn && frame.indentStart === 0 && border.left === undefined,
  })
  if (style !== 'quote' || quotes < 2) return entered
  return { ...entered, indentEnd: entered.indentEnd === 0 ? indent : entered.indentEnd }
}

/** Headings and code stand where the text around them does: their own styles would put them at the margin. */
function nestedIndent(frame: BlockFrame): { isNaturalIndent?: boolean } {
  return frame.indentStart > 0 || frame.indentEnd > 0 ? { isNaturalIndent: false } : {}
}

function styleOf(element: HtmlElement | undefined, tag: string): ParagraphStyleName | undefined {
  if (tag === 'div' && element !== undefined) {
    // What GitHub makes of `> [!NOTE]`.
    return /(?:^|\s)markdown-alert(?:\s|$)/.test(getAttribute(element, 'class') ?? '') ? 'alert' : undefined
  }
  return STYLES.get(tag)
}
