/**
 * Numbers that decide a verdict on ink stand in `ink-policy.ts`. What judges and compares has none of its own.
 *
 * @module
 */
import ts from 'typescript'
import { expect, it } from 'vitest'
import { INK_POLICY } from '../../src/ink/ink-policy.js'
import { parse, parseSources } from './source-files.js'

/** What decides, and has no numbers of its own. */
const JUDGING = /^src\/ink\/(?:judge|compare)\//
const sources = [...parseSources()]
/** Limits on work, whose excess is unknown and so a finding, and the costs that are counted for them. */
const WORK = /^(?:MAX|STEPS|BYTES)_/
/** Numbers that only pick one side or its middle, and the two coordinates of a point. */
const PLAIN: ReadonlySet<number> = new Set([0, 1, 2])
const EQUALITIES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/**
 * Numbers of a module that may be thresholds. None are: 0, 1 and 2 without a name; indices; codes of formats, which stand in
 * hexadecimal or in a comparison for equality; members of an enumeration; limits on work.
 */
function thresholds(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && WORK.test(node.name.getText(source))) return
    if (ts.isArrayLiteralExpression(node) && isEnumeration(node)) return
    if (ts.isElementAccessExpression(node)) {
      visit(node.expression, node)
      return
    }
    const isNamed = ts.isVariableDeclaration(parent) && parent.initializer === node
    if (isNamed && ts.isNumericLiteral(node) && Number(node.text) !== 0 && !isHexadecimal(node))
      found.push(parent.getText(source))
    else if (ts.isNumericLiteral(node) && !isFact(node, parent)) found.push(short(parent.getText(source)))
    ts.forEachChild(node, (child) => visit(child, node))
  }
  const isHexadecimal = (node: ts.Node) => node.getText(source).startsWith('0x')
  const isFact = (node: ts.NumericLiteral, parent: ts.Node) => {
    const isCode = ts.isBinaryExpression(parent) && EQUALITIES.has(parent.operatorToken.kind)
    // The base of a number that is read.
    const isBase = ts.isCallExpression(parent) && parent.expression.getText(source) === 'Number.parseInt'
    return PLAIN.has(Number(node.text)) || isHexadecimal(node) || isCode || isBase
  }
  for (const statement of source.statements) visit(statement, source)
  return found
}

function isEnumeration({ elements }: ts.ArrayLiteralExpression): boolean {
  return elements.length > 1 && elements.every((each, i) => ts.isNumericLiteral(each) && Number(each.text) === i)
}

function short(code: string): string {
  return code.replace(/\s+/g, ' ').slice(0, 80)
}

it.each([
  ['if (gap > 0.75 * size) hide()', ['0.75 * size']],
  ['const REACH = 2', ['REACH = 2']],
  ['const [LOW, HIGH] = [0.5, 3] as const', ['[0.5, 3]', '[0.5, 3]']],
  ['if (lost >= 40) stop()', ['lost >= 40']],
  ['widen(box, 16)', ['widen(box, 16)']],
  ['const MAX_CELLS = 2_000\nconst STEPS_PER_ITEM = 4', []],
  ['const FLAG = 0x20\nif (mode === 3) hide(point[5], (left + right) / 2)', []],
  ['const [NONE, SOME, ALL, OTHER] = [0, 1, 2, 3] as const', []],
])('sees numbers that may be thresholds in %j', (text, expected) => {
  expect(thresholds(parse('a.ts', text))).toEqual(expected)
})

it('What judges ink has no thresholds besides the policy, which has forty at most', () => {
  const modules = sources.filter(([path]) => JUDGING.test(path))
  expect(modules.length).toBeGreaterThan(10)
  expect(modules.flatMap(([path, source]) => thresholds(source).map((text) => `${path}: ${text}`))).toEqual([])
  expect(Object.keys(INK_POLICY).length).toBeLessThanOrEqual(40)
})

/**
 * Fractions in the folders that read ink, by folder: shapes of letters, how a field may be drawn, colours that viewers
 * show alike. None of them decides a verdict alone, so each stands beside its user. Lower a count when you take one
 * away.
 */
const MOST_READING: Readonly<Record<string, number>> = {
  annotations: 19,
  colour: 26,
  content: 26,
  fields: 39,
  fonts: 53,
  pictures: 18,
  raster: 21,
  text: 24,
}

/** The numbers of a module that may be thresholds and are not whole. */
function fractions(source: ts.SourceFile): string[] {
  return thresholds(source).filter((text) => /\d\.\d|\de-\d/.test(text))
}

it('What reads ink has no more numbers than it had', () => {
  const counts: Record<string, number> = {}
  for (const [path, source] of sources) {
    const folder = /^src\/ink\/(?!judge|compare)(\w+)\//.exec(path)?.[1]
    if (folder !== undefined) counts[folder] = (counts[folder] ?? 0) + fractions(source).length
  }
  expect(counts).toEqual(MOST_READING)
})

it('Every number of the policy decides something', () => {
  const texts = sources.map(([, { text }]) => text)
  const idle = Object.keys(INK_POLICY).filter((name) => !texts.some((text) => text.includes(`POLICY.${name}`)))
  expect(idle).toEqual([])
})
