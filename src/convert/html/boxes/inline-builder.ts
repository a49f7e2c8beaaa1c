/**
 * Builds the content of one paragraph, with collapsed white space.
 *
 * @module
 */

import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'
import type { TextStyle } from '../css/computed-style.js'

type Link = Extract<FlowInline, { kind: 'link' }>
type Wrap = Extract<FlowInline, { kind: 'text' }>['wrap']
type Text = { kind: 'text'; text: string; format: RunFormat; wrap?: NonNullable<Wrap> }

/** The properties of a style about white space and line breaks. */
type SpaceStyle = Pick<TextStyle, 'whiteSpace' | 'overflowWrap' | 'wordBreak'>

/** Where a link leads. */
export type LinkTarget = Pick<Link, 'target' | 'title'>

/**
 * The inline content of one paragraph. White space collapses across elements, as in CSS (CSS Text Module Level 3, 4.1): of
 * adjacent spaces, the first one stays.
 */
export class InlineBuilder {
  #inlines: FlowInline[] = []
  #target = this.#inlines
  #hasLinks = false
  #text: Text | undefined
  /** The text that ends with a space which would be dropped if the line ended here. */
  #spaced: Text | undefined
  #swallowsSpace = true
  #hasContent = false
  #wrap: Wrap

  /** Whether there is visible content, or content that counts as such. */
  get hasContent(): boolean {
    return this.#hasContent
  }

  /** Whether nothing was added, not even invisible content. */
  get isEmpty(): boolean {
    return this.#inlines.length === 0
  }

  /** Whether a space that is added now would be dropped. */
  get swallowsSpace(): boolean {
    return this.#swallowsSpace
  }

  /** Adds text. */
  addText(written: string, format: RunFormat, style: SpaceStyle): void {
    const { whiteSpace } = style
    this.#wrap = wrapOf(style)
    if (whiteSpace === 'pre' || whiteSpace === 'pre-wrap') this.#addPreserved(written, format)
    else if (whiteSpace === 'pre-line') {
      for (const [index, line] of written.split('\n').entries()) {
        if (index > 0) this.addBreak(format)
        this.#addCollapsed(line, format)
      }
    } else this.#addCollapsed(written, format)
  }

  /** Ends the line. */
  addBreak(format: RunFormat): void {
    this.#dropSpace()
    this.add({ kind: 'break', type: 'line', format })
    this.#swallowsSpace = true
  }

  /** Continues at the next tab stop. A space after the tab is dropped. */
  addTab(format: RunFormat): void {
    this.add({ kind: 'tab', format })
    this.#swallowsSpace = true
  }

  /** Adds space that does not collapse, and at which lines may break. */
  addGap(spaces: number, format: RunFormat): void {
    this.#dropSpace()
    this.#append(` ${'\u00a0'.repeat(spaces - 1)}`, format, false)
    this.#swallowsSpace = true
  }

  /** Adds space that belongs to the text beside it. A space before it stays. */
  addPadding(spaces: number, format: RunFormat): void {
    this.#append('\u00a0'.repeat(spaces), format, false)
  }

  /** Adds content that was built elsewhere, with the space around it treated as in this line. */
  addPiece(inline: FlowInline): void {
    if (inline.kind === 'text') this.#append(inline.text, inline.format, false)
    else this.add(inline)
  }

  /** Adds an inline that is not text. */
  add(inline: FlowInline): void {
    this.#push(inline)
    this.#text = undefined
    if (inline.kind === 'bookmark' || inline.kind === 'stringSet') return
    this.#spaced = undefined
    this.#swallowsSpace = false
    this.#hasContent = true
  }

  /** Makes content that is added from now on part of a link; `undefined` ends the link. */
  setLink(link: LinkTarget | undefined): void {
    this.#text = undefined
    this.#target = this.#inlines
    if (link === undefined) return
    const inlines: FlowInline[] = []
    this.#push({ kind: 'link', ...link, inlines })
    this.#hasLinks = true
    this.#target = inlines
  }

  /** The added content, without a space or line break at its end. */
  finish(): FlowInline[] {
    this.#dropSpace()
    const kept = this.#hasLinks
      ? this.#inlines.filter((inline) => inline.kind !== 'link' || inline.inlines.length > 0)
      : this.#inlines
    // A line break at the end of a block does not add a line (CSS Text Module Level 3, 5).
    if (kept.at(-1)?.kind === 'break') kept.pop()
    return kept
  }

  #addCollapsed(written: string, format: RunFormat): void {
    let text = COLLAPSIBLE.test(written) ? written.replace(COLLAPSIBLE_ALL, ' ') : written
    if (this.#swallowsSpace && text.startsWith(' ')) text = text.slice(1)
    if (text !== '') this.#append(text, format, text.endsWith(' '))
  }

  #addPreserved(written: string, format: RunFormat): void {
    for (const part of written.split(/(\r\n|[\n\r\t])/)) {
      if (part === '') continue
      if (part === '\t') this.add({ kind: 'tab', format })
      else if (/^[\n\r]/.test(part)) this.add({ kind: 'break', type: 'line', format })
      else this.#append(part, format, false)
    }
  }

  #append(text: string, format: RunFormat, endsWithSpace: boolean): void {
    if (this.#text?.format === format && this.#text.wrap === this.#wrap) this.#text.text += text
    else {
      this.#text = { kind: 'text', text, format }
      if (this.#wrap !== undefined) this.#text.wrap = this.#wrap
      this.#push(this.#text)
    }
    this.#spaced = endsWithSpace ? this.#text : undefined
    this.#swallowsSpace = endsWithSpace
    this.#hasContent ||= text !== ' '
  }

  /** Adds an inline. A list of one item is created as such, since a list that grows from empty reserves memory for many items. */
  #push(inline: FlowInline): void {
    if (this.#inlines.length > 0 || this.#target !== this.#inlines) this.#target.push(inline)
    else {
      this.#inlines = [inline]
      this.#target = this.#inlines
    }
  }

  #dropSpace(): void {
    const spaced = this.#spaced
    this.#spaced = undefined
    if (spaced === undefined) return
    spaced.text = spaced.text.slice(0, -1)
    if (spaced.text !== '') return
    if (this.#text === spaced) this.#text = undefined
    this.#remove(spaced)
  }

  #remove(inline: Text): void {
    const lists = [this.#target, this.#inlines]
    const last = this.#inlines.findLast((other) => other.kind === 'link')
    if (last?.kind === 'link') lists.push(last.inlines as FlowInline[])
    for (const list of lists) {
      const index = list.lastIndexOf(inline)
      if (index >= 0) {
        list.splice(index, 1)
        return
      }
    }
  }
}

/** Where lines may break in text of a style, if not at the usual places. */
function wrapOf({ whiteSpace, overflowWrap, wordBreak }: SpaceStyle): Wrap {
  return whiteSpace === 'nowrap' || whiteSpace === 'pre' ? 'never' : (overflowWrap ?? wordBreak)
}

const COLLAPSIBLE = /[\t\n\r\f]| {2}/
const COLLAPSIBLE_ALL = /[ \t\n\r\f]+/g
