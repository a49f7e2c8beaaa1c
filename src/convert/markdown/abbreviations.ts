/**
 * Abbreviations of PHP Markdown Extra: `*[HTML]: Hypertext Markup Language`. Paper has no tooltips, so each is spelled out at
 * its first use.
 *
 * @module
 */

import type { TextChange } from './change-texts.js'

const DEFINITION = /^ {0,3}\*\[([^\]\n]{1,60})\]:[ \t]*([^\n]{1,500})$/
const CODE = /^ {0,3}(`{3,}|~{3,})/
/** Words that may be abbreviations. Each text is searched once for all of them. */
const WORD = /[\p{L}\p{N}]+(?:[-.&/+][\p{L}\p{N}]+)*/gu

/** A document without its definitions, with the meanings by abbreviation. */
export function takeAbbreviations(markdown: string): {
  readonly text: string
  readonly meanings: ReadonlyMap<string, string>
} {
  const meanings = new Map<string, string>()
  if (!markdown.includes('*[')) return { text: markdown, meanings }
  let code = ''
  const lines = markdown.split('\n').filter((line) => {
    const fence = CODE.exec(line)?.[1]
    if (code === '' && fence !== undefined) code = fence
    else if (fence?.startsWith(code) === true && line.trim() === fence) code = ''
    const [, name, meaning] = code === '' ? (DEFINITION.exec(line) ?? []) : []
    if (name === undefined || meaning === undefined) return true
    meanings.set(name.trim(), meaning.trim())
    return false
  })
  return { text: lines.join('\n'), meanings }
}

/** Spells each abbreviation out once. */
export function spellOut(meanings: ReadonlyMap<string, string>): TextChange {
  const left = new Map(meanings)
  return (text) =>
    left.size === 0
      ? text
      : text.replace(WORD, (word, at: number) => {
          const meaning = left.get(word)
          if (meaning === undefined) return word
          left.delete(word)
          // Nothing is added where the author has spelled it out.
          return /^\s*\(/.test(text.slice(at + word.length, at + word.length + 4)) ? word : `${word} (${meaning})`
        })
}
