/**
 * Arithmetic of Type 2 charstrings (Adobe Technical Note 5177, 4.4 to 4.6). Fonts hardly use it, but what stands in a
 * glyph that some reader draws has to be drawn.
 *
 * @module
 */

type Calculate = (stack: number[], storage: Map<number, number>) => void

function pop(stack: number[]): number {
  const value = stack.pop()
  if (value === undefined) throw new RangeError('a charstring takes from an empty stack')
  return value
}

const unary =
  (calculate: (value: number) => number): Calculate =>
  (stack) =>
    stack.push(calculate(pop(stack)))

const binary =
  (calculate: (one: number, other: number) => number): Calculate =>
  (stack) => {
    const other = pop(stack)
    stack.push(calculate(pop(stack), other))
  }

function ifElse(stack: number[]): void {
  const [v2, v1, s2, s1] = [pop(stack), pop(stack), pop(stack), pop(stack)]
  stack.push(v1 <= v2 ? s1 : s2)
}

function pickOne(stack: number[]): void {
  const index = Math.max(0, Math.trunc(pop(stack)))
  const value = stack[stack.length - 1 - index]
  if (value === undefined) throw new RangeError('a charstring reaches below its stack')
  stack.push(value)
}

function roll(stack: number[]): void {
  const by = Math.trunc(pop(stack))
  const count = Math.trunc(pop(stack))
  if (count <= 0 || count > stack.length) throw new RangeError('a charstring rolls more than it has')
  const items = stack.splice(stack.length - count)
  const start = (((-by % count) + count) % count) | 0
  for (let i = 0; i < count; i++) stack.push(items[(start + i) % count] as number)
}

/** By operator, with 12 in front. The random number is a fixed one: a glyph that uses it looks different each time. */
export const STACK_OPERATORS: ReadonlyMap<number, Calculate> = new Map<number, Calculate>([
  [0x0c03, binary((a, b) => (a !== 0 && b !== 0 ? 1 : 0))],
  [0x0c04, binary((a, b) => (a !== 0 || b !== 0 ? 1 : 0))],
  [0x0c05, unary((a) => (a === 0 ? 1 : 0))],
  [0x0c09, unary(Math.abs)],
  [0x0c0a, binary((a, b) => a + b)],
  [0x0c0b, binary((a, b) => a - b)],
  [0x0c0c, binary((a, b) => a / b)],
  [0x0c0e, unary((a) => -a)],
  [0x0c0f, binary((a, b) => (a === b ? 1 : 0))],
  [0x0c12, (stack) => void pop(stack)],
  [
    0x0c14,
    (stack, storage) => {
      const index = pop(stack)
      storage.set(index, pop(stack))
    },
  ],
  [0x0c15, (stack, storage) => stack.push(storage.get(pop(stack)) ?? 0)],
  [0x0c16, ifElse],
  [0x0c17, (stack) => stack.push(1)],
  [0x0c18, binary((a, b) => a * b)],
  [0x0c1a, unary(Math.sqrt)],
  [
    0x0c1b,
    (stack) => {
      const value = pop(stack)
      stack.push(value, value)
    },
  ],
  [
    0x0c1c,
    (stack) => {
      const [b, a] = [pop(stack), pop(stack)]
      stack.push(b, a)
    },
  ],
  [0x0c1d, pickOne],
  [0x0c1e, roll],
])
