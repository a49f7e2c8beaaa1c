/**
 * PostScript calculator functions (ISO 32000-2, 7.10.5).
 *
 * @module
 */
import { append } from '../../lists.js'
import type { PdfStream } from '../objects.js'
import { latin1Text } from '../syntax.js'
import type { ContentSource } from './content-source.js'

/** Functions of inks have a few hundred. */
const MAX_PROGRAM_BYTES = 16 * 1024
/** Nesting of blocks; reading them nests calls. */
const MAX_PROGRAM_NESTING = 32

/** 7.10.5.1: implementations keep at most 100 operands. */
const MAX_STACK = 100

type Stack = (number | boolean)[]
type Step = number | { readonly name: string } | { readonly then: Step[]; readonly otherwise?: Step[] }

/**
 * The function of a program; `undefined` when it cannot be parsed. If it fails while it runs, it gives what is on the
 * stack.
 */
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
  const cursor = { at: 1 }
  const program = tokens[0] === '{' ? parseBlock(tokens, cursor, 0) : undefined
  if (program === undefined) return undefined
  return (inputs) => {
    const stack: Stack = [...inputs]
    run(program, stack)
    return stack.map(Number)
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
    } else if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(token)) steps.push(Number(token))
    else if (token in OPERATORS || token in STACK_OPERATORS) steps.push({ name: token })
    else return undefined
  }
}

/** False once the program failed. Programs have no loops: each step runs once at most. */
function run(steps: readonly Step[], stack: Stack): boolean {
  for (const step of steps) {
    if (stack.length > MAX_STACK) return false
    if (typeof step === 'number') stack.push(step)
    else if ('then' in step) {
      const condition = stack.pop()
      if (!run(condition ? step.then : (step.otherwise ?? []), stack)) return false
    } else if (!apply(step.name, stack)) return false
  }
  return true
}

function apply(name: string, stack: Stack): boolean {
  const rearrange = STACK_OPERATORS[name]
  if (rearrange !== undefined) return rearrange(stack)
  const operator = OPERATORS[name]
  if (operator === undefined || stack.length < operator.length) return false
  const operands = stack.splice(stack.length - operator.length)
  const result = operator(...(operands as [number, number]))
  stack.push(typeof result === 'number' && !Number.isFinite(result) ? 0 : result)
  return true
}

const DEGREES = 180 / Math.PI

/** Operators that take their operands and give one result (table 42). Booleans count as 0 and 1 in arithmetic. */
const OPERATORS: Record<string, (a: number, b: number) => number | boolean> = Object.assign(Object.create(null), {
  abs: (a: number) => Math.abs(a),
  add: (a: number, b: number) => a + b,
  atan: (a: number, b: number) => (Math.atan2(a, b) * DEGREES + 360) % 360,
  ceiling: (a: number) => Math.ceil(a),
  cos: (a: number) => Math.cos(a / DEGREES),
  cvi: (a: number) => Math.trunc(a),
  cvr: (a: number) => a,
  div: (a: number, b: number) => a / b,
  exp: (a: number, b: number) => a ** b,
  floor: (a: number) => Math.floor(a),
  idiv: (a: number, b: number) => Math.trunc(a / b),
  ln: (a: number) => Math.log(a),
  log: (a: number) => Math.log10(a),
  mod: (a: number, b: number) => a % b,
  mul: (a: number, b: number) => a * b,
  neg: (a: number) => -a,
  round: (a: number) => Math.round(a),
  sin: (a: number) => Math.sin(a / DEGREES),
  sqrt: (a: number) => Math.sqrt(a),
  sub: (a: number, b: number) => a - b,
  truncate: (a: number) => Math.trunc(a),
  and: (a: number | boolean, b: number | boolean) => (typeof a === 'boolean' ? a && Boolean(b) : a & Number(b)),
  bitshift: (a: number, b: number) => (b >= 0 ? a << b : a >> -b),
  eq: (a: number, b: number) => a === b,
  ge: (a: number, b: number) => a >= b,
  gt: (a: number, b: number) => a > b,
  le: (a: number, b: number) => a <= b,
  lt: (a: number, b: number) => a < b,
  ne: (a: number, b: number) => a !== b,
  not: (a: number | boolean) => (typeof a === 'boolean' ? !a : ~a),
  or: (a: number | boolean, b: number | boolean) => (typeof a === 'boolean' ? a || Boolean(b) : a | Number(b)),
  xor: (a: number | boolean, b: number | boolean) => (typeof a === 'boolean' ? a !== b : a ^ Number(b)),
  true: () => true,
  false: () => false,
})

/** Operators that rearrange the stack; false when it holds too little. */
const STACK_OPERATORS: Record<string, (stack: Stack) => boolean> = Object.assign(Object.create(null), {
  pop: (stack: Stack) => stack.pop() !== undefined,
  dup: (stack: Stack) => {
    const top = stack.at(-1)
    if (top === undefined) return false
    stack.push(top)
    return true
  },
  exch: (stack: Stack) => {
    if (stack.length < 2) return false
    append(stack, stack.splice(-2).reverse())
    return true
  },
  copy: (stack: Stack) => {
    const count = Number(stack.pop())
    if (!(count >= 0 && count <= stack.length) || stack.length + count > MAX_STACK) return false
    append(stack, stack.slice(stack.length - count))
    return true
  },
  index: (stack: Stack) => {
    const value = stack.at(-1 - Number(stack.pop()))
    if (value === undefined) return false
    stack.push(value)
    return true
  },
  roll: (stack: Stack) => {
    const by = Number(stack.pop())
    const count = Number(stack.pop())
    if (!(Number.isInteger(count) && count >= 0 && count <= stack.length) || !Number.isFinite(by)) return false
    const items = stack.splice(stack.length - count)
    const shift = count === 0 ? 0 : ((by % count) + count) % count
    append(stack, [...items.slice(count - shift), ...items.slice(0, count - shift)])
    return true
  },
})
