/**
 * Generates pages of HTML in which each text has a word that is nowhere else. What of them is shown is left to a browser: the
 * pages hide text in many ways, and lay out the rest in many others.
 *
 * @module
 */

import type { Random } from '../support/mutate.js'

/** A page by chance. */
export interface PrintedPage {
  readonly source: string
  readonly from: 'html' | 'md'
  /** All words, those included that nobody is to see. */
  readonly words: readonly string[]
  /** Words that a style sheet adds. Nobody says whether a browser shows them, other than its print. */
  readonly generated?: readonly string[]
  /** Whether the words are read in the order of the source. */
  readonly isInOrder: boolean
}

/** Letters of the words. None is `w` or `x`, which begin and lengthen them. */
const LETTERS = 'bcdfghjkmnprstvz'
/** What a word looks like; elements between them may add letters, but no `w`. */
export const WORD = /w[bcdfghjkmnprstvz]{3}x*q/g

/** Ways to lay a container out. */
const CONTAINERS = [
  'display:flex',
  'display:flex;gap:12px',
  'display:flex;flex-direction:column;gap:6px',
  'display:flex;flex-wrap:wrap',
  'display:flex;justify-content:space-between;align-items:center',
  'display:inline-flex;gap:4px',
  'display:grid;grid-template-columns:1fr 2fr;gap:10px',
  'display:grid;grid-template-columns:repeat(3,1fr)',
  'display:grid;grid-template-columns:190px auto;grid-auto-rows:minmax(20px,auto)',
  'display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr))',
  'display:grid;grid-auto-flow:column;gap:5px',
  'display:grid;grid-template:"a b" auto "c c" auto / 1fr 1fr',
  'display:inline-grid',
  'columns:2',
  'column-count:3;column-gap:20px;column-rule:1px solid #999',
  'column-width:180px',
  'display:table;width:100%',
  'display:table-row',
  'display:inline-block;width:48%;vertical-align:top',
  'display:flow-root',
  'position:relative;padding-left:140px',
  'position:relative;min-height:80px',
  'overflow:hidden',
  'overflow:auto;max-width:400px',
  'max-width:320px;margin:0 auto;padding:16px;border:1px solid #ccc;border-radius:8px',
  'background:#234;color:#fff;padding:10px',
  'border-left:4px solid teal;padding:4px 12px;background:#f4f4f4',
  'width:60%;float:left',
  'clear:both',
  'direction:rtl',
  'writing-mode:vertical-rl;height:120px',
  'white-space:pre-line',
  'counter-reset:c',
  'break-inside:avoid',
  'display:contents',
  'margin:-6px -6px 0',
  'min-height:60px;height:60px',
  'line-height:2',
]

/** Ways to show an item, whatever it is in. */
const ITEMS = [
  'flex:1',
  'flex:0 0 180px',
  'flex:1 1 40%',
  'width:45%',
  'width:35%;float:left',
  'width:200px;margin-left:auto',
  'margin-left:auto',
  'align-self:flex-end',
  'text-align:right',
  'text-align:center',
  'text-transform:uppercase;letter-spacing:1px',
  'font-variant:small-caps',
  'font-size:26px;line-height:1',
  'font-size:9px',
  'font-weight:700;color:#a00',
  'display:inline-block;padding:3px 9px;background:#264;color:#fff;border-radius:9px',
  'display:inline-block;width:160px',
  'display:inline-block;margin-right:10px',
  'display:block',
  'display:table-cell;padding:4px',
  'white-space:nowrap',
  'padding:8px;border:1px solid #888',
  'vertical-align:middle',
  'list-style:none',
  'list-style-type:upper-roman',
  'list-style-position:inside',
  'text-indent:24px',
  'text-indent:-24px;padding-left:24px',
  'margin-top:20px',
  'position:relative;top:3px',
  'text-decoration:underline',
  'counter-increment:c',
  'border-bottom:1px dotted #333',
  'hyphens:auto;overflow-wrap:anywhere',
  'writing-mode:vertical-rl',
  'unicode-bidi:isolate;direction:rtl',
  'break-before:page',
  'float:left;margin-right:8px',
]

/** As `ITEMS`, where the order of the source is not that of reading. */
const PLACED = [
  'order:-1',
  'order:3',
  'position:absolute;left:0;top:0;width:180px',
  'position:absolute;right:8px;top:4px',
  'position:absolute;bottom:0;right:0',
  'grid-column:2;grid-row:1',
  'grid-area:c',
  'grid-column:1/-1',
  'position:fixed;bottom:0;left:0;right:0',
  'flex-direction:row-reverse;display:flex',
  'flex-direction:column-reverse;display:flex',
  'float:right',
  'width:35%;float:right;background:#eee',
  'float:right;width:180px',
  'transform:rotate(90deg)',
  'caption-side:bottom',
]

/** Ways to hide text from readers. */
const HIDING = [
  'display:none',
  'visibility:hidden',
  'opacity:0',
  'font-size:0',
  'height:0;overflow:hidden',
  'max-height:0;overflow:hidden',
  'width:0;overflow:hidden;white-space:nowrap',
  'position:absolute;left:-9999px',
  'position:absolute;clip:rect(0,0,0,0)',
  'position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden',
  'text-indent:-9999px;overflow:hidden;white-space:nowrap',
  'transform:scale(0)',
  'content-visibility:hidden',
  'visibility:collapse',
]

const BLOCKS =
  'div div div p p section article header footer ul ol dl table table figure fieldset details blockquote pre h2 h3 h4 address form svg hr'.split(
    ' ',
  )
const INLINES =
  'span span b i em strong code kbd mark sub sup small a q cite abbr time u s bdi bdo ruby label button input select textarea img wbr br svg'.split(
    ' ',
  )
/** Elements whose content browsers do not show. */
const UNSHOWN = 'template script style datalist dialog video audio object iframe progress meter'.split(' ')

const MAX_DEPTH = 6

/** Makes words one after the other, no two alike. */
function createWords(random: Random): () => string {
  let made = 0
  const letter = (index: number) => LETTERS.charAt(Math.floor(index) % LETTERS.length)
  return () => {
    const number = made++
    const code = letter(number / 256) + letter(number / 16) + letter(number)
    return `w${code}${'x'.repeat(random(5) === 0 ? random(12) : random(3))}q`
  }
}

/** Picks at random, and gives words of which no two are equal. */
export class Choices {
  readonly random: Random
  readonly next: () => string

  constructor(random: Random) {
    this.random = random
    this.next = createWords(random)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.random(from.length)] as T
  }

  chance(share: number): boolean {
    return this.random(1000) < share * 1000
  }
}

class Page extends Choices {
  readonly words: string[] = []
  readonly rules: string[] = []
  readonly generated: string[] = []
  isInOrder = true
  many(least: number, most: number, make: (index: number) => string): string {
    return Array.from({ length: least + this.random(most - least + 1) }, (_, index) => make(index)).join('')
  }

  word(): string {
    const word = this.next()
    this.words.push(word)
    return word
  }

  text(): string {
    return this.many(1, this.chance(0.15) ? 9 : 2, () => `${this.word()} `)
  }

  /** A declaration for an element, which may be a class with what is generated for it. */
  attributes(kind: readonly string[], share = 0.5): string {
    if (!this.chance(share)) return ''
    const styles = [this.#placed(kind)]
    if (this.chance(0.3)) styles.push(this.#placed(ITEMS))
    if (this.chance(0.5)) return ` style="${styles.join(';').replaceAll('"', "'")}"`
    const name = `c${this.rules.length}`
    const media = this.chance(0.1) ? this.pick(['print', 'all', '(min-width:300px)']) : ''
    const rule = `.${name}{${styles.join(';')}}`
    this.rules.push(media === '' ? rule : `@media ${media}{${rule}}`)
    const pseudo = this.pick(['before', 'after'])
    if (this.chance(0.25)) this.rules.push(`.${name}::${pseudo}{${this.#generated(pseudo)}}`)
    return ` class="${name}"`
  }

  #placed(kind: readonly string[]): string {
    if (!this.chance(0.12)) return this.pick(kind)
    this.isInOrder = false
    return this.pick(PLACED)
  }

  #generated(pseudo: string): string {
    const content = this.pick([
      () => `"${this.#own()} "`,
      () => `counter(c) "${pseudo === 'before' ? 'k' : ''}" `,
      () => `"(" counter(c, lower-roman) ") "`,
      () => `"${this.#own()}" " / "`,
      () => `open-quote`,
      () => `""`,
      () => `"→"`,
    ])()
    const style = this.pick([
      '',
      'display:block',
      'display:inline-block;width:130px',
      'float:left',
      'color:#808',
      'padding:0 5px',
    ])
    return `content:${content};${style}`
  }

  #own(): string {
    const word = this.word()
    this.generated.push(word)
    return word
  }

  hidden(): string {
    if (this.chance(0.4)) {
      const tag = this.pick(UNSHOWN)
      const word = this.word()
      return tag === 'script' || tag === 'style' ? `<${tag}>/* ${word} */</${tag}>` : `<${tag}>${word}</${tag}>`
    }
    if (this.chance(0.15)) return `<details><summary>${this.word()}</summary>${this.word()}</details>`
    if (this.chance(0.1)) return `<!-- ${this.word()} --><span title="${this.word()}" data-x="${this.word()}"></span>`
    const inside = this.chance(0.2) ? `<b style="visibility:visible">${this.word()}</b>` : ''
    const attributes = this.chance(0.2) ? this.pick([' hidden', ' popover']) : ` style="${this.pick(HIDING)}"`
    const tag = this.pick(['span', 'div', 'p'])
    return `<${tag}${attributes}>${this.word()}${inside}</${tag}>`
  }

  inline(depth: number): string {
    if (depth >= MAX_DEPTH || this.chance(0.62)) return this.text()
    const tag = this.pick(INLINES)
    const style = () => this.attributes(ITEMS, 0.35)
    switch (tag) {
      case 'br':
      case 'wbr':
        return `<${tag}>`
      case 'img':
        return `<img alt="" width="20" height="12" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"${style()}>`
      case 'input':
        return `<input value="${this.word()}"${style()}> `
      case 'textarea':
        return `<textarea cols="20"${style()}>${this.word()}</textarea> `
      case 'select':
        return `<select><option>${this.word()}</option></select> `
      case 'ruby':
        return `<ruby>${this.word()}<rp>(</rp><rt>${this.word()}</rt><rp>)</rp></ruby> `
      case 'bdo':
        return `<bdo dir="ltr">${this.text()}</bdo> `
      case 'svg':
        return `<svg width="160" height="20"><text x="2" y="14" font-size="12">${this.word()}</text></svg> `
      default:
        return `<${tag}${tag === 'a' ? ' href="https://example.com/"' : ''}${style()}>${this.many(1, 2, () => this.inline(depth + 1))}</${tag}> `
    }
  }

  block(depth: number): string {
    if (depth >= MAX_DEPTH) return `<p>${this.text()}</p>`
    const tag = this.pick(BLOCKS)
    if (tag === 'hr') return '<hr>'
    if (tag === 'svg') return `<svg width="200" height="30"><text x="2" y="20">${this.word()}</text></svg>`
    const isText = /^(?:p|pre|h\d|address)$/.test(tag)
    const attributes = this.attributes(isText ? ITEMS : CONTAINERS)
    const direction = this.chance(0.05) ? ` dir="${this.pick(['rtl', 'auto'])}"` : ''
    return `<${tag}${tag === 'details' ? ' open' : ''}${attributes}${direction}>${this.inside(tag, depth + 1)}</${tag}>\n`
  }

  inside(tag: string, depth: number): string {
    switch (tag) {
      case 'p':
      case 'pre':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'address':
        return this.many(1, 3, () => this.inline(depth))
      case 'ul':
      case 'ol':
        return this.many(1, 4, () => `<li${this.attributes(ITEMS, 0.3)}>${this.flow(depth)}</li>`)
      case 'dl':
        return this.terms(depth)
      case 'table':
        return this.table(depth)
      case 'figure':
        return `${this.flow(depth)}<figcaption${this.attributes(ITEMS, 0.3)}>${this.flow(depth)}</figcaption>`
      case 'fieldset':
        return `<legend${this.attributes(ITEMS, 0.2)}>${this.inline(depth)}</legend>${this.flow(depth)}`
      case 'details':
        return `<summary>${this.inline(depth)}</summary>${this.flow(depth)}`
      default:
        return this.many(1, 4, () => this.flow(depth))
    }
  }

  terms(depth: number): string {
    const pair = () =>
      `<dt${this.attributes(ITEMS, 0.2)}>${this.inline(depth)}</dt><dd${this.attributes(ITEMS, 0.2)}>${this.flow(depth)}</dd>`
    return this.chance(0.3)
      ? this.many(1, 2, () => `<div${this.attributes(CONTAINERS, 0.4)}>${pair()}</div>`)
      : this.many(1, 3, pair)
  }

  flow(depth: number): string {
    if (this.chance(0.07)) return this.hidden()
    return this.chance(0.5) ? this.block(depth) : this.inline(depth)
  }

  table(depth: number): string {
    const columns = 1 + this.random(4)
    const caption = this.chance(0.25) ? `<caption${this.attributes(ITEMS, 0.3)}>${this.inline(depth)}</caption>` : ''
    const widths = this.chance(0.2)
      ? `<colgroup>${this.many(columns, columns, () => `<col style="width:${this.pick(['20%', '90px', 'auto'])}">`)}</colgroup>`
      : ''
    const cell = () => {
      const span = this.chance(0.12) ? ' colspan="2"' : this.chance(0.1) ? ' rowspan="2"' : ''
      const tag = this.pick(['td', 'td', 'td', 'th'])
      const content = this.chance(0.6) ? this.text() : this.flow(depth)
      return `<${tag}${span}${this.attributes(ITEMS, 0.15)}>${content}</${tag}>`
    }
    const row = () => `<tr${this.attributes(ITEMS, 0.05)}>${this.many(columns, columns, cell)}</tr>`
    const group = (tag: string, share: number) => (this.chance(share) ? `<${tag}>${this.many(1, 2, row)}</${tag}>` : '')
    return `${caption}${widths}${group('thead', 0.4)}<tbody>${this.many(1, 3, row)}</tbody>${group('tfoot', 0.2)}`
  }
}

/** A page of HTML made by chance, with a style sheet. */
export function generatePrinted(random: Random): PrintedPage {
  const page = new Page(random)
  const body = page.many(1, 5, () => page.flow(0))
  const source = `<!doctype html><html><head><meta charset="utf-8"><title>t</title><style>@page{margin:15mm}body{counter-reset:c}${page.rules.join('\n')}</style></head><body>${body}</body></html>`
  return { source, from: 'html', words: page.words, generated: page.generated, isInOrder: page.isInOrder }
}
