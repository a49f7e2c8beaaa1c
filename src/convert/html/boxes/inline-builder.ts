/**
 * The content of one paragraph, with its white space collapsed.
 *
 * @module
 */

import type { FlowInline, RunFormat } from '../../docx-writer/flow-document.js'
import type { TextStyle } from '../css/computed-style.js'

type Link = Extract<FlowInline, { kind: 'link' }>
type Wrap = Extract<FlowInline, { kind: 'text' }>['wrap']
type Text = { kind: 'text'; text: string; format: RunFormat; wrap?: NonNullable<Wrap> }

/** Properties of a style for white space and line breaks. */
type SpaceStyle = Pick<TextStyle, 'whiteSpace' | 'overflowWrap' | 'wordBreak'>

/** Where a link leads. */
export type LinkTarget = Pick<Link, 'target' | 'title'>

/**
 * The inline content of one paragraph, its white space collapsed as CSS says (CSS Text Module Level 3, 4.1), across
 * elements: of spaces that meet, the first one stays.
 */
export class InlineBuilder {
  #inlines: FlowInline[] = []
  #target = this.#inlines
  #hasLinks = false
  #text: Text | undefined
  /** The text that a space at the end of would be dropped from, if the line ended here. */
  #spaced: Text | undefined
  #swallowsSpace = true
  #hasContent = false
  #wrap: Wrap

  /** Whether there is anything to be seen, or to be told apart from nothing. */
  get hasContent(): boolean {
    return this.#hasContent
  }

  /** Whether nothing was added, not even what does not show. */
  get isEmpty(): boolean {
    return this.#inlines.length === 0
  }

  /** Whether a space that comes now would be dropped. */
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

  /** Goes on at the next tab stop; space behind it is dropped. */
  addTab(format: RunFormat): void {
    this.add({ kind: 'tab', format })
    this.#swallowsSpace = true
  }

  /** Adds room that does not collapse with spaces; lines may end in it. */
  addGap(spaces: number, format: RunFormat): void {
    this.#dropSpace()
    this.#append(` ${'\u00a0'.repeat(spaces - 1)}`, format, false)
    this.#swallowsSpace = true
  }

  /** Adds room that belongs to the text beside it; the space before it stays. */
  addPadding(spaces: number, format: RunFormat): void {
    this.#append('\u00a0'.repeat(spaces), format, false)
  }

  /** Adds content that was built elsewhere; the space around it is that of this line. */
  addPiece(inline: FlowInline): void {
    if (inline.kind === 'text') this.#append(inline.text, inline.format, false)
    else this.add(inline)
  }

  /** Adds something that is no text. */
  add(inline: FlowInline): void {
    this.#push(inline)
    this.#text = undefined
    if (inline.kind === 'bookmark' || inline.kind === 'stringSet') return
    this.#spaced = undefined
    this.#swallowsSpace = false
    this.#hasContent = true
  }

  /** What is added from here on is part of a link; `undefined` ends it. */
  setLink(link: LinkTarget | undefined): void {
    this.#text = undefined
    this.#target = this.#inlines
    if (link === undefined) return
    const inlines: FlowInline[] = []
    this.#push({ kind: 'link', ...link, inlines })
    this.#hasLinks = true
    this.#target = inlines
  }

  /** What was added, without a space or line end at the end of it. */
  finish(): FlowInline[] {
    this.#dropSpace()
    const kept = this.#hasLinks
      ? this.#inlines.filter((inline) => inline.kind !== 'link' || inline.inlines.length > 0)
      : this.#inlines
    // A line end at the end of a block ends no line more (CSS Text Module Level 3, 5).
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

  /** A list of one is made as such: a list that grows from nothing has room for many at once. */
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

/** Where lines may end in text of a style, if elsewhere than usual. */
function wrapOf({ whiteSpace, overflowWrap, wordBreak }: SpaceStyle): Wrap {
  return whiteSpace === 'nowrap' || whiteSpace === 'pre' ? 'never' : (overflowWrap ?? wordBreak)
}

const COLLAPSIBLE = /[\t\n\r\f]| {2}/
const COLLAPSIBLE_ALL = /[ \t\n\r\f]+/g
