/**
 * Writes a module so that each number in it that may decide something can be moved a little.
 *
 * @module
 */
import ts from 'typescript'
import { type MutableModule, type Mutant, ORDER } from './find-mutants.js'

/** Whole numbers below this move by one, all others by a share. */
const LARGE = 10
const SHARES = [0.86, 1.16]
/** Names of limits on work and of its costs: what exceeds them is unknown. */
const WORK = /(?:^|_)(?:MAX|STEPS?|BYTES|COST|WORK|CELLS|CODES?|BITS)(?:_|$)/

/**
 * Numbers that move: fractions, wherever they stand; whole numbers above two that have a name or that sizes are compared with.
 *
 * @param firstId The number of the first move.
 */
export function findMovedNumbers(file: string, text: string, firstId: number): MutableModule {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  const mutants: Mutant[] = []
  const named = namedNumbers(source)
  /** How each constant is asked for, by its name. */
  const codes = new Map<string, string>()

  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const movable = (node: ts.Node, value: number, name: string, code: string): string => {
    let all = code
    for (const other of movesOf(value)) {
      const id = firstId + mutants.length
      mutants.push({ id, file, line: lineOf(node), what: `${name}${value} becomes ${other}`, isEdge: false })
      all = `(__mutant(${id}) ? ${other} : ${all})`
    }
    return all
  }

  const render = (node: ts.Node): string => {
    const start = node.getStart(source)
    const raw = text.slice(start, node.end)
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return raw
    if (ts.isIdentifier(node)) {
      const constant = isValue(node) ? named.get(node.text) : undefined
      if (constant === undefined) return raw
      const value = Number(constant.getText(source).replaceAll('_', ''))
      const code = codes.get(node.text) ?? movable(constant, value, `${node.text} = `, raw)
      codes.set(node.text, code)
      return ts.isShorthandPropertyAssignment(node.parent) ? `${raw}: ${code}` : code
    }
    if (ts.isNumericLiteral(node) && mayDecide(node)) return movable(node, Number(node.text), '', raw)
    let [code, at] = ['', start]
    ts.forEachChild(node, (child) => {
      code += text.slice(at, child.getStart(source)) + render(child)
      at = child.end
    })
    return code + text.slice(at, node.end)
  }
  return { code: render(source), mutants }
}

function movesOf(value: number): number[] {
  if (Number.isInteger(value) && value < LARGE) return [value - 1, value + 1]
  return SHARES.map((share) => (Number.isInteger(value) ? Math.round(share * value) : share * value))
}

/** Constants of the module that are numbers, by their names. */
function namedNumbers(source: ts.SourceFile): Map<string, ts.Expression> {
  const found = new Map<string, ts.Expression>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !ts.isIdentifier(name)) continue
      const text = initializer.getText(source)
      if (/^-?\d[\d_]*(?:\.\d+)?$/.test(text) && isThreshold(Number(text.replaceAll('_', '')), name.text))
        found.set(name.text, initializer)
    }
  }
  return found
}

function isThreshold(value: number, name: string): boolean {
  return !Number.isInteger(value) || (Math.abs(value) > 1 && !WORK.test(name))
}

/** An identifier that stands for a value, and is no declaration and no name of a member. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isVariableDeclaration(parent) && parent.name === node) return false
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  return !ts.isExportSpecifier(parent) && !ts.isImportSpecifier(parent)
}

/** A number without a name that is a fraction, or that a size is compared with. */
function mayDecide(node: ts.NumericLiteral): boolean {
  const { parent } = node
  if (ts.isVariableDeclaration(parent) && parent.initializer === node)
    return ts.isIdentifier(parent.name) && isExported(parent) && isThreshold(Number(node.text), parent.name.text)
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  if (!Number.isInteger(Number(node.text))) return true
  return Number(node.text) > 2 && ts.isBinaryExpression(parent) && ORDER.has(parent.operatorToken.kind)
}

/** Other modules see the constant itself. */
function isExported({ parent }: ts.VariableDeclaration): boolean {
  const statement = parent.parent
  return (
    ts.isVariableStatement(statement) &&
    (statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
}
