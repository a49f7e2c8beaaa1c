/**
 * No module but one decodes bytes by the name of an encoding.
 *
 * @module
 */

import ts from 'typescript'
import { expect, it } from 'vitest'
import { parse, parseSources } from './source-files.js'

/** The one module that decodes by label, and what gives it the large tables where there is no Node.js. */
const DECODING: ReadonlySet<string> = new Set(['src/input/encodings.ts', 'src/platform/web/encoding-tables.ts'])

/** Encodings without tables, which every runtime has. */
const EVERYWHERE: ReadonlySet<string> = new Set(['utf-8', 'utf-16le'])

/** Decoders that a module makes for an encoding that runtimes have tables of their own for, or one that only a run knows. */
function foreignDecoders(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && /\bTextDecoder(?:Stream)?$/.test(node.expression.getText(source))) {
      const label = node.arguments?.[0]
      const isKnown = label === undefined || (ts.isStringLiteral(label) && EVERYWHERE.has(label.text))
      if (!isKnown) found.push(node.getText(source))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('Only one module decodes by label, since runtimes differ in their tables', () => {
  const modules = [...parseSources()].filter(([path]) => !DECODING.has(path))
  expect(modules.flatMap(([path, source]) => foreignDecoders(source).map((text) => `${path}: ${text}`))).toEqual([])
  const text = `new TextDecoder(label); new globalThis.TextDecoder('latin1'); new TextDecoder('utf-8', { fatal: true }); new TextDecoder()`
  expect(foreignDecoders(parse('x.ts', text))).toEqual([
    'new TextDecoder(label)',
    `new globalThis.TextDecoder('latin1')`,
  ])
})
