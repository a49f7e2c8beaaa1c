/**
 * The structure of a text as a list of lines that can be compared: one for each paragraph, heading, piece of code, table
 * cell and rule, with its inline formatting written out.
 *
 * @module
 */

/** The formatting of a stretch of text that is kept apart from its neighbours. */
export interface InlineStyle {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly code?: boolean
  /** An absolute address. */
  readonly link?: string
}

/** What a block is, before it is written as a line. */
export interface BlockKind {
  /** `p`, `h1` to `h6`, `pre`, `hr`, `th`, `td`. */
  readonly kind: string
  readonly quoted: boolean
  /** `*`, `1.` or `[x]` with the depth of the list before it, where the block begins an item. */
  readonly marker: string
}

const MARKS: readonly (readonly [keyof InlineStyle, string])[] = [
  ['bold', '**'],
  ['italic', '_'],
  ['strike', '~~'],
  ['code', '`'],
]

/** Collects stretches of text and writes them as one line, so that how they were divided into runs does not count. */
export class InlineText {
  readonly #verbatim: boolean
  readonly #stretches: { readonly text: string; readonly style: string }[] = []

  /** @param verbatim for code, where every blank and line break counts */
  constructor(verbatim: boolean) {
    this.#verbatim = verbatim
  }

  add(text: string, style: InlineStyle): void {
    const marks = MARKS.filter(([name]) => style[name] === true).map(([, mark]) => mark)
    this.#stretches.push({ text, style: marks.join('') + (style.link === undefined ? '' : `<${style.link}>`) })
  }

  /** Blanks take no formatting: whether the one before a bold word is bold cannot be seen. */
  toString(): string {
    if (this.#verbatim) {
      return this.#stretches
        .map(({ text }) => text)
        .join('')
        .replace(/^\n|\n+$/g, '')
    }
    let out = ''
    let current = ''
    let gap = ''
    for (const { text, style } of this.#stretches) {
      for (const part of text.split(/(\s+)/)) {
        if (part === '') continue
        if (part.trim() === '') {
          gap = part.includes('\n') || gap === '\n' ? '\n' : ' '
          continue
        }
        if (style !== current) {
          out += `${current === '' ? '' : '}'}${out === '' ? '' : gap}${style === '' ? '' : `${style}{`}`
          current = style
        } else if (out !== '') out += gap
        gap = ''
        out += part
      }
    }
    return current === '' ? out : `${out}}`
  }
}

/**
 * The line of a block; code and headings in a quote need not look quoted. Empty blocks have none: neither the paragraphs
 * that DOCX needs behind tables and between two pieces of code, nor headings and code without text, which show nothing.
 */
export function lineOf({ kind, quoted, marker }: BlockKind, text: string): string | undefined {
  if (kind !== 'hr' && kind !== 'td' && kind !== 'th' && marker === '' && text.trim() === '') return undefined
  const quote = quoted && kind === 'p' ? '> ' : ''
  return `${kind} ${marker}${marker === '' ? '' : ' '}${quote}${text}`
}
