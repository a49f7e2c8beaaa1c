/**
 * Abbreviations as PHP Markdown Extra has them: `*[HTML]: Hypertext Markup Language`. Paper has no hints to hover over, so
 * each is spelled out where it stands first.
 *
 * @module
 */

import type { TextChange } from './change-texts.js'

const DEFINITION = /^ {0,3}\*\[([^\]\n]{1,60})\]:[ \t]*([^\n]{1,500})$/
const CODE = /^ {0,3}(`{3,}|~{3,})/
/** Words that can be abbreviations. Each text is searched once for all of them. */
const WORD = /[\p{L}\p{N}]+(?:[-.&/+][\p{L}\p{N}]+)*/gu

/** A document without its definitions, and those by their abbreviations. */
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

/** Spells abbreviations out, each once. */
export function spellOut(meanings: ReadonlyMap<string, string>): TextChange {
  const left = new Map(meanings)
  return (text) =>
    left.size === 0
      ? text
      : text.replace(WORD, (word, at: number) => {
          const meaning = left.get(word)
          if (meaning === undefined) return word
          left.delete(word)
          // Where the author has spelled it out, nothing is to be added.
          return /^\s*\(/.test(text.slice(at + word.length, at + word.length + 4)) ? word : `${word} (${meaning})`
        })
}
