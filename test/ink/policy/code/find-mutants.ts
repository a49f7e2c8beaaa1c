/**
 * Writes a module so that every small fault that could be made in it stands in it, switched off.
 *
 * @module
 */
import ts from 'typescript'

/** One small fault. */
export interface Mutant {
  readonly id: number
  readonly file: string
  readonly line: number
  /** What it does, such as `< becomes <=`. */
  readonly what: string
  /** It matters only where two measures are exactly alike, as lengths, shares and colours hardly ever are. */
  readonly isEdge: boolean
}

/** A module with its faults. Each asks `__mutant(id)` whether it is the one that is switched on. */
export interface MutableModule {
  readonly code: string
  readonly mutants: readonly Mutant[]
}

/** Operators, and what each becomes. */
const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])

/** Whole numbers from this on are limits and sizes, which change by a share. */
const LARGE = 10

/** Operators that compare sizes. */
export const ORDER: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
])

/** @param firstId The number of the first fault. */
export function findMutants(file: string, text: string, firstId: number): MutableModule {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  const mutants: Mutant[] = []

  /** Adds a fault; answers with the question whether it is switched on. */
  const add = (node: ts.Node, what: string, isEdge = false): string => {
    const id = firstId + mutants.length
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    mutants.push({ id, file, line, what, isEdge })
    return `__mutant(${id})`
  }
  const raw = (node: ts.Node) => text.slice(node.getStart(source), node.end)

  const render = (node: ts.Node): string => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return raw(node)
    let [code, at] = ['', node.getStart(source)]
    ts.forEachChild(node, (child) => {
      code += text.slice(at, child.getStart(source)) + render(child)
      at = child.end
    })
    code += text.slice(at, node.end)
    return withFaults(node, code)
  }

  const withFaults = (node: ts.Node, code: string): string => {
    if (ts.isNumericLiteral(node)) return isKey(node) || isDefault(node) ? code : withNumbers(node, code)
    const asked = ts.isBinaryExpression(node) ? withOperator(node, code) : code
    if (!isCondition(node)) return asked
    const negated = `(${add(node, `negated: ${short(raw(node))}`)} ? !(${raw(node)}) : (${asked}))`
    if (!isGuard(node)) return negated
    return `(${add(node, `never: ${short(raw(node.parent))}`)} ? false : ${negated})`
  }

  const withOperator = (node: ts.BinaryExpression, code: string): string => {
    const changed = OPERATORS.get(node.operatorToken.kind)
    if (changed === undefined) return code
    const switched = add(
      node,
      `${node.operatorToken.getText(source)} becomes ${changed} in ${short(raw(node))}`,
      isEdge(node),
    )
    const asked = `(${switched} ? (${raw(node.left)} ${changed} ${raw(node.right)}) : (${code}))`
    // What decides is negated as a whole.
    if (!ORDER.has(node.operatorToken.kind) || isCondition(node)) return asked
    return `(${add(node, `negated: ${short(raw(node))}`)} ? !(${raw(node)}) : ${asked})`
  }

  const withNumbers = (node: ts.NumericLiteral, code: string): string => {
    const value = Number(node.text)
    const isSmall = Number.isInteger(value) && value < LARGE
    const others = isSmall ? [value + 1, value - 1] : [2 * value, 0]
    // Sizes and counts are never less than nothing, so that they compare with it and with less in the same way.
    const meant = others.filter((other) => other >= 0 || !isCompared(node))
    return meant.reduce((all, other) => `(${add(node, `${node.text} becomes ${other}`)} ? ${other} : ${all})`, code)
  }

  return { code: render(source), mutants }
}

function isKey(node: ts.NumericLiteral): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}

/** What stands for an item of a list that is always there: the compiler does not know which indices a loop has. */
function isDefault({ parent }: ts.Node): boolean {
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    ts.isElementAccessExpression(parent.left)
  )
}

/** Two measures are compared: neither is a whole number that is written there, or a count. */
function isEdge({ left, operatorToken, right }: ts.BinaryExpression): boolean {
  const isCount = (node: ts.Node) => ts.isNumericLiteral(node) || /(length|size|count)$/.test(node.getText())
  return ORDER.has(operatorToken.kind) && !isCount(left) && !isCount(right)
}

function isCompared({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && OPERATORS.has(parent.operatorToken.kind)
}

/** What an `if` or `?:` asks. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node
  if (parent === undefined) return false
  return (
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  )
}

/** What an `if` asks that leaves a function or a turn of a loop, and does nothing else. */
function isGuard({ parent }: ts.Node): boolean {
  if (!ts.isIfStatement(parent) || parent.elseStatement !== undefined) return false
  const { thenStatement: then } = parent
  const only = ts.isBlock(then) && then.statements.length === 1 ? then.statements[0] : then
  return only !== undefined && (ts.isReturnStatement(only) || ts.isContinueStatement(only) || ts.isThrowStatement(only))
}

function short(code: string): string {
  const line = code.replace(/\s+/g, ' ')
  return line.length <= 70 ? line : `${line.slice(0, 67)}...`
}
