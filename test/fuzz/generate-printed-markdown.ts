/**
 * Generates Markdown in which each text has a word that is nowhere else, and says which of them are to be read.
 *
 * @module
 */

import type { Random } from '../support/mutate.js'
import { Choices, type PrintedPage } from './generate-printed.js'

/** A document by chance, with what is hidden in it. */
export interface PrintedMarkdown extends PrintedPage {
  /** Words that nobody is to see. */
  readonly hidden: readonly string[]
}

class Writer extends Choices {
  readonly shown: string[] = []
  readonly hidden: string[] = []
  readonly notes: string[] = []
  many(least: number, most: number, make: (index: number) => string): string[] {
    return Array.from({ length: least + this.random(most - least + 1) }, (_, index) => make(index))
  }

  word(): string {
    const word = this.next()
    this.shown.push(word)
    return word
  }

  secret(): string {
    const word = this.next()
    this.hidden.push(word)
    return word
  }

  inline(depth = 0): string {
    const inner = () => (depth > 2 ? this.word() : this.inline(depth + 1))
    const kinds: (() => string)[] = [
      () => this.word(),
      () => this.word(),
      () => `${this.word()} ${this.word()}`,
      () => `**${inner()}**`,
      () => `*${inner()}*`,
      () => `~~${inner()}~~`,
      () => `\`${this.word()}\``,
      () => `[${this.word()}](https://example.com/ "${this.secret()}")`,
      () => `![${this.word()}](missing.png)`,
      () => `<span style="color:red">${this.word()}</span>`,
      () => `<kbd>${this.word()}</kbd>`,
      () => `${this.word()}<!-- ${this.secret()} -->`,
      () => `${this.word()}  \n${this.word()}`,
      () => `${this.word()}\\\n${this.word()}`,
      () => `${this.word()}<br>${this.word()}`,
      () => `$x_1 + y$ ${this.word()}`,
      () => `&amp;${this.word()}\\*`,
      () => `_${this.word()}_ __${this.word()}__`,
      () => this.note(),
    ]
    return this.pick(kinds)()
  }

  note(): string {
    const name = `n${this.notes.length}`
    const place = this.notes.length
    this.notes.push('')
    const rest = this.chance(0.3) ? `\n\n    ${this.word()}\n\n    - ${this.word()}` : ''
    this.notes[place] = `[^${name}]: ${this.word()}${rest}`
    return `${this.word()}[^${name}]`
  }

  line(): string {
    return this.many(1, 3, () => this.inline()).join(' ')
  }

  /** One line without line ends in it. */
  short(): string {
    return this.pick([() => this.word(), () => `**${this.word()}**`, () => `\`${this.word()}\` ${this.word()}`])()
  }

  block(depth: number): string {
    const kinds: (() => string)[] = [
      () => this.line(),
      () => `${this.line()}\n${this.line()}`,
      () => `${'#'.repeat(1 + this.random(6))} ${this.short()}`,
      () => `${this.short()}\n${this.pick(['===', '---'])}`,
      () => this.list(depth, '- '),
      () => this.list(depth, '1. '),
      () => this.list(depth, '* [ ] '),
      () => this.blocks(depth + 1).replace(/^/gm, '> '),
      () => `> [!${this.pick(['NOTE', 'TIP', 'WARNING'])}]\n${this.blocks(depth + 1).replace(/^/gm, '> ')}`,
      () => `\`\`\`${this.pick(['', 'js', 'text'])}\n${this.word()}\n\n  ${this.word()} < & ${this.word()}\n\`\`\``,
      () => `    ${this.word()}\n    ${this.word()}`,
      () => this.table(),
      () => this.html(depth),
      () => `<!-- ${this.secret()} -->`,
      () => '* * *',
      // A definition does not interrupt a paragraph.
      () => (depth > 0 ? this.short() : `[${this.secret()}]: https://example.com/ "${this.secret()}"`),
      () => `${this.short()}\n: ${this.short()}\n: ${this.short()}`,
      () => `$$\na^2\n$$`,
      () => `::: box\n${this.blocks(depth + 1)}\n:::`,
    ]
    const few = depth > 3 ? kinds.slice(0, 3) : kinds
    return this.pick(few)()
  }

  list(depth: number, mark: string): string {
    const isLoose = this.chance(0.4)
    const indent = ' '.repeat(mark.trim() === '1.' ? 3 : 2)
    const items = this.many(1, 3, (index) => {
      const own = mark.startsWith('1') ? `${index + 1}. ` : mark
      const more = this.chance(0.4) ? `\n${isLoose ? '\n' : ''}${this.block(depth + 1)}` : ''
      return `${own}${this.short()}${more.replace(/\n(?=.)/g, `\n${indent}`)}`
    })
    return items.join(isLoose ? '\n\n' : '\n')
  }

  table(): string {
    const columns = 1 + this.random(4)
    const row = () => `| ${this.many(columns, columns, () => this.short()).join(' | ')} |`
    return [row(), `|${':-:|'.repeat(columns)}`, ...this.many(0, 3, row)].join('\n')
  }

  html(depth: number): string {
    const kinds: (() => string)[] = [
      () => `<div align="center">\n\n${this.line()}\n\n</div>`,
      () => `<div class="a"><p>${this.word()}</p></div>`,
      () => `<details open><summary>${this.word()}</summary>\n\n${this.blocks(depth + 1)}\n\n</details>`,
      () => `<table><tr><td>${this.word()}</td><td>\n\n${this.short()}\n\n</td></tr></table>`,
      () => `<p>${this.word()}\n<b>${this.word()}</b></p>`,
      () => `<dl><dt>${this.word()}</dt><dd>${this.word()}</dd></dl>`,
      () => `<ul><li>${this.word()}</li></ul>`,
      () => `<script>${this.secret()}</script>`,
      () => `<center>${this.word()}</center>\n${this.word()}`,
    ]
    return this.pick(kinds)()
  }

  blocks(depth: number): string {
    return this.many(1, depth > 2 ? 1 : 3, () => this.block(depth)).join('\n\n')
  }
}

/** A document of Markdown made by chance, for all extensions. */
export function generatePrintedMarkdown(random: Random): PrintedMarkdown {
  const writer = new Writer(random)
  const front = writer.chance(0.2) ? '---\ntitle: t\nlang: en\n---\n\n' : ''
  const body = writer.many(1, 6, () => writer.block(0)).join('\n\n')
  const source = `${front}${body}\n\n${writer.notes.join('\n\n')}\n`
  return { source, from: 'md', words: writer.shown, hidden: writer.hidden, isInOrder: false }
}
