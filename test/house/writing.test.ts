/**
 * Texts keep to docs/contributing/writing.md: pages and messages have none of the banned forms, and comments have fewer of
 * them with time.
 *
 * @module
 */

import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PAGES, readPage } from '../docs/code-blocks.js'
import { parse, parseSources } from './source-files.js'

/** Words and turns that a reader stumbles over, with the ordinary ones. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/(?<!there )\b(?:is|are|was) none\b(?! of)/i, 'is not one'],
  [/\bfor ever\b/i, 'for good'],
  [/\ball the same\b/i, 'anyway'],
  [/\bwhoever it is\b/i, 'anybody'],
]

/** How a comment begins that makes sense beside its neighbour only, and how many there are: fewer with time, never more. */
const OPENINGS: readonly (readonly [RegExp, number])[] = [
  [/^(?:Of|That of|Those of) /, 10],
  [/^The same\b/, 8],
  [/^Whether or not\b/, 0],
]
/** Banned words in comments: the same. */
const MAX_BANNED_IN_COMMENTS = 6

/** The page that quotes banned forms. */
const QUOTING = ['docs/contributing/writing.md']

const bannedIn = (text: string) =>
  BANNED.flatMap(([form, better]) => {
    const found = form.exec(text)
    return found === null ? [] : [`"${found[0]}": write "${better}"`]
  })

/** Texts with a blank in them: what people read. */
function sentencesOf(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      if (/[a-z] [a-z]/.test(node.text)) found.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** How the messages of errors end that are written where they are thrown. */
function endsOfErrors(source: ts.SourceFile): string[] {
  const found: string[] = []
  const add = (message: ts.Expression | undefined): void => {
    if (message === undefined) return
    if (ts.isStringLiteralLike(message)) found.push(message.text)
    else if (ts.isTemplateExpression(message)) found.push(message.templateSpans.at(-1)?.literal.text ?? '')
    else if (ts.isConditionalExpression(message)) {
      add(message.whenTrue)
      add(message.whenFalse)
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(source) === 'SealwrightError') add(node.arguments?.[1])
    ts.forEachChild(node, visit)
  }
  visit(source)
  // What ends with a value gets its end from there.
  return found.filter((text) => text !== '')
}

/** What stands in comments, each without its marks. */
function commentsOf({ text }: ts.SourceFile): string[] {
  const found = text.matchAll(/\/\*\*([\s\S]*?)\*\/|^\s*\/\/ (.*)$/gm)
  return [...found].map(([, block, line]) => (block ?? line ?? '').replace(/\n\s*\* ?/g, ' ').trim())
}

/** What to do, and the comments among which those are that a change added. */
function listOf(comments: readonly { readonly path: string; readonly text: string }[], todo: string): string {
  return `${todo}:\n${comments.map(({ path, text }) => `${path}: ${text.slice(0, 60)}`).join('\n')}\n`
}

const sources = [...parseSources()]

describe('texts', () => {
  it('are searched for banned forms', () => {
    expect(bannedIn('It is made anew.')).toEqual(['"anew": write "again"'])
    expect(bannedIn('There is none of it.')).toEqual([])
    const source = parse('a.ts', "/** Of one. */\nconst a = 'kept for ever' // no\nimport b from 'is none'\n// Lone.")
    expect(sentencesOf(source)).toEqual(['kept for ever'])
    expect(commentsOf(source)).toEqual(['Of one.', 'Lone.'])
  })

  it('of pages have none', () => {
    const pages = [...PAGES, 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].filter((page) => !QUOTING.includes(page))
    const found = pages.flatMap((page) => {
      const lines = readPage(page).split('\n')
      return lines.flatMap((line, i) => bannedIn(line).map((fault) => `${page}:${i + 1}: ${fault}`))
    })
    expect(found).toEqual([])
  })

  it('of messages have none', () => {
    const found = sources.flatMap(([path, source]) =>
      sentencesOf(source).flatMap((text) => bannedIn(text).map((fault) => `${path}: ${fault} in "${text}"`)),
    )
    expect(found).toEqual([])
  })

  it('of errors are sentences', () => {
    const source = parse('a.ts', `throw new SealwrightError('a', x ? 'One' : \`Two \${x}.\`)\nthrow new Error('b')`)
    expect(endsOfErrors(source)).toEqual(['One', '.'])
    const ends = sources.flatMap(([path, file]) => endsOfErrors(file).map((end) => `${path}: ${end}`))
    expect(ends.length).toBeGreaterThan(300)
    expect(ends.filter((end) => !/[.?!)]$/.test(end))).toEqual([])
  })

  it('of comments have fewer than they had', () => {
    const comments = sources.flatMap(([path, source]) => commentsOf(source).map((text) => ({ path, text })))
    for (const [opening, most] of OPENINGS) {
      const found = comments.filter(({ text }) => opening.test(text))
      expect(found.length, listOf(found, `Write those that you added without ${opening}`)).toBeLessThanOrEqual(most)
    }
    const found = comments.filter(({ text }) => bannedIn(text).length > 0)
    expect(found.length, listOf(found, 'Write those that you added in other words')).toBeLessThanOrEqual(
      MAX_BANNED_IN_COMMENTS,
    )
  })
})
