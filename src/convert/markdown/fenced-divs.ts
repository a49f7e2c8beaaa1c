/**
 * Pandoc's fenced divs: blocks between `::: name` and `:::`. They become lines of HTML, between which Markdown is still read
 * (CommonMark 0.31, 4.6).
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import { readAttributes, withAttributes } from './attribute-list.js'

const FENCE = /^ {0,3}:{3,}[ \t]*(?:(\{[^\n]*\})|([^\s{}:`]+))?[ \t]*:*[ \t]*$/
const CODE = /^ {0,3}(`{3,}|~{3,})/

/** An opened div without an end so far. */
interface OpenDiv {
  readonly line: number
  readonly tag: string
}

/** The document with its fenced divs as HTML. An opening without an end stays text. */
export function writeFencedDivs(markdown: string): string {
  if (!markdown.includes(':::')) return markdown
  const lines = markdown.split('\n')
  const open: OpenDiv[] = []
  let code = ''
  for (const [index, line] of lines.entries()) {
    const fence = CODE.exec(line)?.[1]
    if (code === '' && fence !== undefined) code = fence
    else if (fence?.startsWith(code) && line.trim() === fence) code = ''
    else if (code === '') readLine(lines, index, open)
  }
  return lines.join('\n')
}

function readLine(lines: string[], index: number, open: OpenDiv[]): void {
  const [written, braces, name] = FENCE.exec(lines[index] ?? '') ?? []
  if (written === undefined) return
  const tag = openingTag(braces, name)
  if (tag !== undefined) {
    if (open.length < CONVERT_LIMITS.maxMarkdownNesting) open.push({ line: index, tag })
    return
  }
  const opening = braces === undefined && name === undefined ? open.pop() : undefined
  if (opening === undefined) return
  lines[opening.line] = `\n${opening.tag}\n`
  lines[index] = '\n</div>\n'
}

function openingTag(braces: string | undefined, name: string | undefined): string | undefined {
  if (name !== undefined) return `<div class="${escapeHtml(name)}">`
  const attributes = braces === undefined ? undefined : readAttributes(braces)
  return attributes === undefined ? undefined : withAttributes('<div>', attributes)
}
