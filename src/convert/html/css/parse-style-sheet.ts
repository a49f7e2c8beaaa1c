import { findOutside, removeComments } from './css-text.js'
import { type Declaration, parseDeclarations } from './declarations.js'
import { parseSelectorList, type Selector } from './selector.js'

/** A rule with one selector: a rule with a list of them is several. */
export interface StyleRule {
  readonly selector: Selector
  readonly declarations: readonly Declaration[]
}

/** What a style sheet says, in its order. */
export interface StyleSheet {
  readonly rules: readonly StyleRule[]
  /** Declarations of `@page` without a page selector. */
  readonly page: readonly Declaration[]
}

/** Nesting of at-rules that is followed. */
const MAX_NESTING = 8

/**
 * Reads a style sheet (CSS Syntax Module Level 3) for printing. Rules that cannot be understood are left out, as CSS
 * asks; so are at-rules other than `@media`, `@supports`, `@layer` and `@page`.
 */
export function parseStyleSheet(css: string): StyleSheet {
  const rules: StyleRule[] = []
  const page: Declaration[] = []
  readRules(removeComments(css).replace(/<!--|-->/g, ' '), { rules, page }, 0)
  return { rules, page }
}

function readRules(text: string, out: { rules: StyleRule[]; page: Declaration[] }, nesting: number): void {
  for (let from = 0; from < text.length; ) {
    const start = findOutside(text, '{;', from)
    const prelude = text.slice(from, start).trim()
    if (start >= text.length) return
    if (text.charAt(start) === ';') {
      from = start + 1
      continue
    }
    const end = findOutside(text, '}', start + 1)
    const body = text.slice(start + 1, end)
    from = end + 1
    if (prelude.startsWith('@')) readAtRule(prelude, body, out, nesting)
    else readStyleRule(prelude, body, out.rules)
  }
}

function readStyleRule(prelude: string, body: string, rules: StyleRule[]): void {
  const declarations = parseDeclarations(body)
  if (declarations.length === 0) return
  for (const selector of parseSelectorList(prelude)) rules.push({ selector, declarations })
}

function readAtRule(
  prelude: string,
  body: string,
  out: { rules: StyleRule[]; page: Declaration[] },
  nesting: number,
): void {
  const [, name = '', condition = ''] = /^@([-\w]+)\s*([\s\S]*)$/.exec(prelude) ?? []
  switch (name.toLowerCase()) {
    case 'media':
      if (nesting < MAX_NESTING && appliesToPrint(condition)) readRules(body, out, nesting + 1)
      break
    case 'supports':
    case 'layer':
      if (nesting < MAX_NESTING) readRules(body, out, nesting + 1)
      break
    case 'page':
      if (condition === '') out.page.push(...parseDeclarations(withoutMarginBoxes(body)))
      break
  }
}

/** `@page` may hold margin boxes, `@top-center { ... }`, among its declarations (CSS Paged Media Module Level 3, 5). */
function withoutMarginBoxes(body: string): string {
  return body.replace(/@[-\w]+\s*\{[^}]*\}/g, '')
}

/** Whether one of the media queries is about print, or about any medium with no condition on a window. */
function appliesToPrint(condition: string): boolean {
  return condition
    .toLowerCase()
    .split(',')
    .some((query) => {
      const words = query.trim()
      if (words === '' || words === 'all') return true
      if (/\bnot\s+screen\b/.test(words)) return true
      if (/\bprint\b/.test(words)) return !/\bnot\s+print\b/.test(words)
      // A page has a width too, but what it is there for is to tell screens apart.
      return /^(?:only\s+)?screen$/.test(words)
    })
}
