/**
 * Headers and footers in HTML that Word has saved, or that was written for Word: elements that pages name.
 *
 * @module
 */

import { splitOutside } from '../css/css-text.js'
import type { Declaration } from '../css/declarations.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'

/** The name under which an element is shown in headers: its identifier, if it is marked as a header. */
export function wordRunning(element: HtmlElement): string | undefined {
  const style = getAttribute(element, 'style')
  if (style === undefined || !/\bmso-element\s*:\s*["']?(?:header|footer)/i.test(style)) return undefined
  return getAttribute(element, 'id')
}

/** The field that an element stands for, such as ` PAGE `. */
export function wordField(element: HtmlElement): 'page' | 'pages' | undefined {
  const style = getAttribute(element, 'style')
  if (style === undefined || !style.includes('mso-field-code')) return undefined
  const part = splitOutside(style, ';').find((declaration) => /^\s*mso-field-code\s*:/i.test(declaration))
  const [, code] = /:[\s"']*([a-z]+)/i.exec(part ?? '') ?? []
  if (code === undefined) return undefined
  return code.toUpperCase() === 'PAGE' ? 'page' : /^(?:NUM|SECTION)PAGES$/i.test(code) ? 'pages' : undefined
}

/** Margin boxes that stand for the headers that a page names, and those of its first page where it has others. */
export function wordHeaders(declarations: readonly Declaration[]): {
  readonly all: readonly (readonly [box: string, element: string])[]
  readonly first: readonly (readonly [box: string, element: string])[] | undefined
} {
  const said = (property: string) =>
    declarations.findLast((declaration) => declaration.property === property)?.value.trim()
  const named = (header: string, footer: string) =>
    [
      ['top-center', said(header)],
      ['bottom-center', said(footer)],
    ].flatMap(([box = '', element]) => {
      return element === undefined || /[\s("]/.test(element) ? [] : [[box, element] as const]
    })
  const hasFirst = said('mso-title-page')?.toLowerCase() === 'yes'
  return {
    all: named('mso-header', 'mso-footer'),
    first: hasFirst ? named('mso-first-header', 'mso-first-footer') : undefined,
  }
}
