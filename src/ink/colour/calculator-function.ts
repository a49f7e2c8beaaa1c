/**
 * PostScript calculator functions (ISO 32000-2, 7.10.5).
 *
 * @module
 */
import { append } from '../../lists.js'
import type { PdfStream } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/reading.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'

/** Largest program, in bytes. Tint transformations have a few hundred. */
const MAX_PROGRAM_BYTES = 16 * 1024
/** Deepest nesting of blocks. The parser calls itself for each level. */
const MAX_PROGRAM_NESTING = 32

/** Steps that reading one word of a program counts as. */
const STEPS_PER_TOKEN = 8

/** 7.10.5.1: implementations keep at most 100 operands. */
const MAX_STACK = 100

type Value = number | boolean
type Stack = Value[]
/** Works on the stack; false when it holds too little or the wrong things. */
type Operation = (stack: Stack, budget: ContentBudget) => boolean
type Step = number | Operation | { readonly then: Step[]; readonly otherwise?: Step[] }

/** Compiles a program; `undefined` for operators that viewers do not agree on. One that fails while it runs returns nothing. */
export function compileCalculator(
  source: ContentSource,
  stream: PdfStream,
): ((inputs: readonly number[]) => number[]) | undefined {
  const bytes = source.decode(stream, MAX_PROGRAM_BYTES)
  if (bytes === undefined) return undefined
  const tokens =
    latin1Text(bytes)
      .replace(/%[^\r\n]*/g, ' ')
      .match(/[{}]|[^\s{}]+/g) ?? []
  if (!spend(source.budget, 'functionSteps', STEPS_PER_TOKEN * tokens.length)) return undefined
  const cursor = { at: 1 }
  const program = tokens[0] === '{' ? parseBlock(tokens, cursor, 0) : undefined
  if (program === undefined) return undefined
  return (inputs) => {
    const stack: Stack = [...inputs]
    return run(program, stack, source.budget) ? stack.map(Number) : []
  }
}

function parseBlock(tokens: readonly string[], cursor: { at: number }, depth: number): Step[] | undefined {
  const steps: Step[] = []
  const blocks: Step[][] = []
  if (depth > MAX_PROGRAM_NESTING) return undefined
  for (;;) {
    const token = tokens[cursor.at++]
    if (token === undefined) return undefined
    if (token === '}') return blocks.length === 0 ? steps : undefined
    if (token === '{') {
      const block = parseBlock(tokens, cursor, depth + 1)
      if (block === undefined) return undefined
      blocks.push(block)
    } else if (token === 'if' || token === 'ifelse') {
      const [then, otherwise] = blocks.splice(0)
      if (then === undefined || (otherwise === undefined) !== (token === 'if')) return undefined
      steps.push(otherwise === undefined ? { then } : { then, otherwise })
    } else if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(token)) steps.push(Number(token))
    else {
      const operation = OPERATIONS.get(token)
      if (operation === undefined) return undefined
      steps.push(operation)
    }
  }
}

/**
 * Runs steps; false when the program failed, or its steps are more than the file has left. Programs have no loops and run each
 * step once at most, so the steps of a block are counted before the first one runs.
 */
function run(steps: readonly Step[], stack: Stack, budget: ContentBudget): boolean {
  if (!spend(budget, 'functionSteps', steps.length)) return false
  for (const step of steps) {
    if (stack.length > MAX_STACK) return false
    if (typeof step === 'number') stack.push(step)
    else if (typeof step === 'function') {
      if (!step(stack, budget)) return false
    } else if (!run(stack.pop() ? step.then : (step.otherwise ?? []), stack, budget)) return false
  }
  return true
}

/** Operators of one operand (table 42). */
const UNARY: Readonly<Record<string, (a: number) => Value>> = {
  abs: (a) => Math.abs(a),
  ceiling: (a) => Math.ceil(a),
  cvi: (a) => Math.trunc(a),
  cvr: (a) => a,
  floor: (a) => Math.floor(a),
  neg: (a) => -a,
  sqrt: (a) => Math.sqrt(a),
  truncate: (a) => Math.trunc(a),
}

/** Operators of two operands. */
const BINARY: Readonly<Record<string, (a: number, b: number) => Value>> = {
  add: (a, b) => a + b,
  div: (a, b) => a / b,
  exp: (a, b) => a ** b,
  idiv: (a, b) => Math.trunc(a / b),
  mod: (a, b) => a % b,
  mul: (a, b) => a * b,
  sub: (a, b) => a - b,
  eq: (a, b) => a === b,
  ge: (a, b) => a >= b,
  gt: (a, b) => a > b,
  le: (a, b) => a <= b,
  lt: (a, b) => a < b,
  ne: (a, b) => a !== b,
}

/** Operators that rearrange the stack. Moving many operands costs as many steps. */
const REARRANGING: Readonly<Record<string, Operation>> = {
  pop: (stack) => stack.pop() !== undefined,
  dup: (stack) => {
    const top = stack.at(-1)
    return top !== undefined && stack.push(top) > 0
  },
  exch: (stack) => {
    if (stack.length < 2) return false
    return stack.push(stack.pop() as Value, stack.pop() as Value) > 0
  },
  copy: (stack, budget) => {
    const count = Number(stack.pop())
    if (!(count >= 0 && count <= stack.length) || stack.length + count > MAX_STACK) return false
    if (!spend(budget, 'functionSteps', count)) return false
    append(stack, stack.slice(stack.length - count))
    return true
  },
  index: (stack) => {
    const value = stack.at(-1 - Number(stack.pop()))
    return value !== undefined && stack.push(value) > 0
  },
  roll: (stack, budget) => {
    const by = Number(stack.pop())
    const count = Number(stack.pop())
    if (!(Number.isInteger(count) && count >= 0 && count <= stack.length) || !Number.isFinite(by)) return false
    if (!spend(budget, 'functionSteps', count)) return false
    const items = stack.splice(stack.length - count)
    const shift = count === 0 ? 0 : ((by % count) + count) % count
    append(stack, items.slice(count - shift))
    append(stack, items.slice(0, count - shift))
    return true
  },
}

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ...Object.entries(UNARY).map(([name, compute]) => [name, ofOne(compute)] as const),
  ...Object.entries(BINARY).map(([name, compute]) => [name, ofTwo(compute)] as const),
  ...Object.entries(REARRANGING),
])

function ofOne(compute: (a: number) => Value): Operation {
  return (stack) => {
    const a = stack.pop()
    return typeof a === 'number' && pushFinite(stack, compute(a))
  }
}

function ofTwo(compute: (a: number, b: number) => Value): Operation {
  return (stack) => {
    const [b, a] = [stack.pop(), stack.pop()]
    return typeof a === 'number' && typeof b === 'number' && pushFinite(stack, compute(a, b))
  }
}

function pushFinite(stack: Stack, value: Value): boolean {
  return (typeof value === 'boolean' || Number.isFinite(value)) && stack.push(value) > 0
}
