/**
 * Collects the inlines of one paragraph.
 *
 * @module
 */

import type { Inline, LinkTarget } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { joinTwoLines } from './two-lines.js'

/** White space other than spaces that a w:t may contain. */
const CONTROLS = /[\t\n\r\u2028]/

/** Collects the inlines of one paragraph. Adjacent text of the same format becomes one inline. */
export class InlineBuilder {
  readonly #inlines: Inline[] = []
  #text = ''
  #run: RunProperties | undefined
  #link: LinkTarget | undefined

  get isEmpty(): boolean {
    return this.#text === '' && this.#inlines.length === 0
  }

  /** Adds text. Tabs in it become tabs, and line ends become spaces. */
  addText(text: string, run: RunProperties, link: LinkTarget | undefined): void {
    if (CONTROLS.test(text)) {
      this.#addLines(text, run, link)
      return
    }
    if (run !== this.#run || link !== this.#link) {
      this.#flush()
      this.#run = run
      this.#link = link
    }
    this.#text += text
  }

  add(inline: Inline): void {
    this.#flush()
    this.#inlines.push(inline)
  }

  /** The last characters so far, with tabs as spaces and without deleted ones. */
  lastText(length: number): string {
    let text = this.#run?.isDeleted ? '' : this.#text
    for (let index = this.#inlines.length - 1; index >= 0 && text.length < length; index--) {
      const inline = this.#inlines[index]
      if (inline?.kind === 'text' && !inline.run.isDeleted) text = inline.text + text
      else if (inline?.kind === 'tab') text = ` ${text}`
    }
    return text.slice(-length)
  }

  /** All inlines. Nothing can be added afterwards. */
  finish(): readonly Inline[] {
    this.#flush()
    return joinTwoLines(this.#inlines)
  }

  #addLines(text: string, run: RunProperties, link: LinkTarget | undefined): void {
    text.split('\t').forEach((piece, index) => {
      if (index > 0) this.add({ kind: 'tab', run, link })
      if (piece !== '') this.addText(piece.replace(/[\n\r\u2028]/g, ' '), run, link)
    })
  }

  #flush(): void {
    if (this.#text === '' || this.#run === undefined) return
    const text = this.#text
    const run = this.#run
    this.#inlines.push({ kind: 'text', text, run, link: this.#link })
    this.#text = ''
  }
}
