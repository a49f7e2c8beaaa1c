/**
 * Generates pages of which every word is to be seen: whatever is nested and laid out in them, nothing hides a word.
 *
 * @module
 */

import type { Random } from '../support/mutate.js'

/** A page, and the words in it. */
export interface VisiblePage {
  readonly html: string
  readonly words: readonly string[]
}

const BLOCKS =
  'div p section article aside nav header footer main blockquote pre address center h1 h2 h4 ul ol dl table figure fieldset form details'.split(
    ' ',
  )
const INLINES =
  'span b i u s em strong code kbd mark sub sup small a q cite abbr time label button font bdi ruby big tt'.split(' ')

/** Ways to lay a box out, none of which takes anything out of sight. */
const STYLES = [
  'float:left',
  'float:right;width:120px',
  'display:flex',
  'display:flex;flex-direction:column',
  'display:flex;flex-wrap:wrap;justify-content:space-between',
  'display:inline-flex',
  'display:grid;grid-template-columns:1fr 2fr',
  'display:grid;grid-template-columns:repeat(3,auto);gap:8px',
  'display:inline-block;width:90px',
  'display:inline-block;border:1px solid;border-radius:6px;padding:4px 8px',
  'display:table',
  'display:table-cell;width:40%',
  'display:table-row',
  'display:contents',
  'display:list-item',
  'display:inline',
  'display:block',
  'position:relative;top:4px',
  'position:absolute;top:40px;left:60px',
  'position:absolute;right:0;bottom:0',
  'position:absolute;top:10px;left:10px;transform:rotate(-20deg)',
  'position:absolute;top:10px;left:10px;width:200px;opacity:.5',
  'position:fixed;bottom:0;left:0',
  'position:fixed;top:50%;left:50%;transform:translate(-50%,-50%) rotate(45deg);z-index:-1',
  'position:fixed',
  'position:sticky;top:0',
  'column-count:2',
  'columns:3',
  'writing-mode:vertical-rl',
  'transform:rotate(90deg)',
  'direction:rtl',
  'white-space:pre',
  'white-space:nowrap',
  'text-transform:uppercase',
  'text-align:center;text-indent:2em',
  'caption-side:bottom',
  'break-before:page',
  'break-inside:avoid',
  'order:2',
  'align-self:flex-end',
  'grid-column:1/-1',
  'grid-area:2/2',
  'background:#eee;padding:12px;margin:-4px',
  'border-left:3px solid red;padding-left:10px',
  'height:40px',
  'min-height:60px;max-width:300px',
  'width:50%;margin:0 auto',
  'font-size:40px;line-height:1',
  'vertical-align:middle',
  'list-style:none',
  'table-layout:fixed;width:100%',
  'border-collapse:collapse',
  'clear:both',
  'page:wide',
  'string-set:title content()',
]

const MAX_DEPTH = 5
const LETTERS = 'abcdefghijkmnopqrstuvwxyz'

class Page {
  readonly words: string[] = []
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** A word that is nowhere else, of letters that no script joins and no case changes beyond recognition. */
  word(): string {
    let word = 'w'
    for (let rest = this.words.length + 1; rest > 0; rest = Math.floor(rest / LETTERS.length))
      word += LETTERS[rest % LETTERS.length]
    this.words.push(`${word}l`)
    return `${word}l`
  }

  pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)] as T
  }

  chance(share: number): boolean {
    return this.#random(1000) < share * 1000
  }

  many(least: number, most: number, make: () => string): string {
    return Array.from({ length: least + this.#random(most - least + 1) }, make).join('')
  }

  attributes(): string {
    return this.chance(0.45) ? ` style="${this.pick(STYLES)}"` : ''
  }

  inline(depth: number): string {
    if (depth >= MAX_DEPTH || this.chance(0.6)) return `${this.word()} `
    const tag = this.pick(INLINES)
    const inside =
      tag === 'ruby' ? `${this.word()}<rt>${this.word()}</rt>` : this.many(1, 2, () => this.inline(depth + 1))
    return `<${tag}${tag === 'a' ? ' href="https://example.com/"' : ''}${this.attributes()}>${inside}</${tag}> `
  }

  block(depth: number): string {
    if (depth >= MAX_DEPTH) return `<p>${this.word()}</p>`
    const tag = this.pick(BLOCKS)
    return `<${tag}${tag === 'details' ? ' open' : ''}${this.attributes()}>${this.inside(tag, depth + 1)}</${tag}>\n`
  }

  inside(tag: string, depth: number): string {
    switch (tag) {
      case 'p':
      case 'pre':
      case 'h1':
      case 'h2':
      case 'h4':
      case 'address':
        return this.many(1, 3, () => this.inline(depth))
      case 'ul':
      case 'ol':
        return this.many(1, 3, () => `<li${this.attributes()}>${this.flow(depth)}</li>`)
      case 'dl':
        return this.many(
          1,
          2,
          () => `<dt${this.attributes()}>${this.inline(depth)}</dt><dd${this.attributes()}>${this.flow(depth)}</dd>`,
        )
      case 'table':
        return this.table(depth)
      case 'figure':
        return `${this.flow(depth)}<figcaption${this.attributes()}>${this.flow(depth)}</figcaption>`
      case 'fieldset':
        return `<legend${this.attributes()}>${this.inline(depth)}</legend>${this.flow(depth)}`
      case 'details':
        return `<summary${this.attributes()}>${this.inline(depth)}</summary>${this.flow(depth)}`
      default:
        return this.many(1, 3, () => this.flow(depth))
    }
  }

  flow(depth: number): string {
    return this.chance(0.5) ? this.block(depth) : this.inline(depth)
  }

  table(depth: number): string {
    const columns = 1 + this.#random(3)
    const caption = this.chance(0.4) ? `<caption${this.attributes()}>${this.flow(depth)}</caption>` : ''
    const cell = () => {
      const span = this.chance(0.15) ? ' colspan="2"' : this.chance(0.1) ? ' rowspan="2"' : ''
      const tag = this.pick(['td', 'td', 'th'])
      return `<${tag}${span}${this.attributes()}>${this.flow(depth)}</${tag}>`
    }
    const row = () => `<tr${this.attributes()}>${this.many(columns, columns, cell)}</tr>`
    const group = (tag: string, share: number) =>
      this.chance(share) ? `<${tag}${this.attributes()}>${this.many(1, 2, row)}</${tag}>` : ''
    return `${caption}${group('thead', 0.4)}${this.many(1, 3, row)}${group('tfoot', 0.3)}`
  }
}

/** A page made by chance. */
export function generateVisible(random: Random): VisiblePage {
  const page = new Page(random)
  const body = page.many(1, 4, () => page.flow(0))
  return { html: `<!doctype html><html><body>${body}</body></html>`, words: page.words }
}
