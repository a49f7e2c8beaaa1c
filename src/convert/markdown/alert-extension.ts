/**
 * GitHub's alerts: quotes that begin with `[!NOTE]` or a similar marker.
 *
 * @module
 */

import type { MarkedExtension } from 'marked'
import { wordsOf } from '../looks/words.js'

/** Colours of the titles; those of the boxes are in the styles. Each has a contrast of 4.5 to 1 on its box (WCAG 2.2, 1.4.3). */
export const ALERT_COLORS = Object.entries({
  note: '2e5f8a',
  tip: '1f7a3d',
  important: '6b3fa0',
  warning: '8a5c00',
  caution: 'b3261e',
})
  .map(([kind, color]) => `.markdown-alert-${kind}>.markdown-alert-title{color:#${color}}\n`)
  .join('')

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const

/**
 * Quotes that begin with `[!NOTE]` or the like, as GitHub shows them, with a title in the language of the document.
 *
 * @param language of the document, as in BCP 47; English where it is not known
 */
export function alertExtension(language: string | undefined): MarkedExtension {
  const words = wordsOf(language)
  return {
    renderer: {
      blockquote({ tokens }) {
        const content = this.parser.parse(tokens)
        const match = /^<p>\[!([a-z]{3,9})\][ \t]*(?:<br>)?\n?/i.exec(content)
        const kind = KINDS.find((known) => known === match?.[1]?.toLowerCase())
        if (match === null || kind === undefined) return `<blockquote>\n${content}</blockquote>\n`
        const rest = `<p>${content.slice(match[0].length)}`.replace(/^<p><\/p>\n?/, '')
        return `<div class="markdown-alert markdown-alert-${kind}"${boxStyle(kind, rest)}><p class="markdown-alert-title"><strong>${words[kind]}</strong></p>\n${rest}</div>\n`
      },
    },
  }
}

/** Colours of the bar and background of each alert; the styles have the same. */
const BOXES: ReadonlyMap<string, readonly [bar: string, ground: string]> = new Map([
  ['note', ['2e5f8a', 'f2f6fa']],
  ['tip', ['1f7a3d', 'f0f8f2']],
  ['important', ['6b3fa0', 'f6f2fb']],
  ['warning', ['9a6700', 'fdf7e7']],
  ['caution', ['b3261e', 'fdf1f0']],
])

/** Style of the box around an alert with lists, code or tables. The paragraph style of alerts draws the box around text only. */
function boxStyle(kind: string, content: string): string {
  if (!/<(?:ul|ol|pre|table|blockquote|div|h\d|hr)[\s>]/.test(content)) return ''
  const [bar, ground] = BOXES.get(kind) ?? []
  return ` style="background:#${ground};border-left:3pt solid #${bar};padding:6pt 6pt 6pt 10pt"`
}
