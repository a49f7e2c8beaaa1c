/**
 * Adds the space around the operators of equations.
 *
 * @module
 */

import type { MathNode } from '../model/document-model.js'

/** Space on both sides of an operation and of a relation, in ems: the medium and thick space of TeX. */
const AROUND_OPERATION = 4 / 18
const AROUND_RELATION = 5 / 18

const RELATION = /[=<>\u2190-\u21ff\u2208-\u220d\u221d\u2223-\u2226\u223c-\u228b\u22a2-\u22a5\u27f5-\u27ff]/u
const OPERATION = /[+\u2212±∓×÷⋅·∗∘∪∩∧∨⊕⊗*-]/u
/** An operation after one of these is a sign and belongs to what follows. */
const OPENS = /[([{,;|\u27e8]/u
/** An operation before one of these has no operand after it. */
const CLOSES = /[)\]},;|\u27e9]/u

type Kind = 'ordinary' | 'opening' | 'closing' | 'blank' | 'operation' | 'relation' | 'inner space'

/** Characters, each with its combining marks. */
const CHARACTERS = /\P{M}\p{M}*|\p{M}+/gu

/** A character of a row, or another part of the row. */
interface Atom {
  readonly kind: Kind
  readonly node: MathNode
}

/**
 * An equation with the space around relations and operations, and before functions. There is no space in scripts, around signs
 * (`-x`), or where the author has set a blank.
 *
 * @example
 *     spaceMath({ type: 'text', text: 'a=b', run }) // a, a space of 5/18 em, =, a space of 5/18 em, b
 */
export function spaceMath(math: MathNode): MathNode {
  switch (math.type) {
    case 'row':
    case 'text':
      return spaceRow(flatten(math))
    case 'fraction':
      return { ...math, numerator: spaceMath(math.numerator), denominator: spaceMath(math.denominator) }
    case 'script':
    case 'stack':
    case 'accent':
    case 'lined':
      return { ...math, base: spaceMath(math.base) }
    case 'radical':
      return { ...math, radicand: spaceMath(math.radicand) }
    case 'delimited':
      return { ...math, content: spaceMath(math.content) }
    case 'matrix':
      return { ...math, rows: math.rows.map((row) => row.map(spaceMath)) }
    case 'space':
      return math
  }
}

function flatten(node: MathNode): readonly MathNode[] {
  return node.type === 'row' ? node.items.flatMap(flatten) : [node]
}

function spaceRow(nodes: readonly MathNode[]): MathNode {
  const atoms = nodes.flatMap(atomsOf)
  const spaces = atoms.map((_, index) => spaceAround(atoms, index))
  const items: MathNode[] = []
  atoms.forEach((atom, index) => {
    const gap = index === 0 ? 0 : Math.max(spaces[index - 1] ?? 0, spaces[index] ?? 0)
    // Two adjacent relations, as in `>=`, count as one.
    const isPair = atoms[index - 1]?.kind === 'relation' && atom.kind === 'relation'
    const isSet = atom.kind === 'blank' || atoms[index - 1]?.kind === 'blank'
    if (gap > 0 && !isPair && !isSet) items.push({ type: 'space', width: gap })
    if (atom.kind !== 'inner space' || followsOperand(atoms, index)) addNode(items, atom.node)
  })
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { type: 'row', items }
}

/** Space on both sides of an atom, in ems. */
function spaceAround(atoms: readonly Atom[], index: number): number {
  const kind = atoms[index]?.kind
  if (kind === 'relation') return atoms.length > 1 ? AROUND_RELATION : 0
  if (kind !== 'operation') return 0
  const before = neighbour(atoms, index, -1)
  const after = neighbour(atoms, index, 1)
  return (before === 'ordinary' || before === 'closing') &&
    after !== undefined &&
    after !== 'closing' &&
    after !== 'relation'
    ? AROUND_OPERATION
    : 0
}

function followsOperand(atoms: readonly Atom[], index: number): boolean {
  const before = atoms[index - 1]?.kind
  return before === 'ordinary' || before === 'closing'
}

function neighbour(atoms: readonly Atom[], index: number, step: 1 | -1): Kind | undefined {
  let at = index + step
  while (atoms[at]?.kind === 'blank') at += step
  return atoms[at]?.kind
}

function atomsOf(node: MathNode): readonly Atom[] {
  if (node.type === 'space' && node.isInner === true) return [{ kind: 'inner space', node }]
  if (node.type !== 'text') return [{ kind: 'ordinary', node: spaceMath(node) }]
  if (node.isPlain === true) return [{ kind: 'ordinary', node }]
  return (node.text.match(CHARACTERS) ?? []).map((character) => ({
    kind: kindOf(character),
    node: { ...node, text: character },
  }))
}

function kindOf(character: string): Kind {
  if (character.trim() === '' || character === '\u200b') return 'blank'
  if (RELATION.test(character)) return 'relation'
  if (OPERATION.test(character)) return 'operation'
  if (OPENS.test(character)) return 'opening'
  return CLOSES.test(character) ? 'closing' : 'ordinary'
}

/** Characters of one run stay one text, which keeps ligatures, kerning and combining marks. */
function addNode(items: MathNode[], node: MathNode): void {
  const last = items[items.length - 1]
  if (node.type === 'text' && last?.type === 'text' && last.run === node.run && last.isPlain === node.isPlain) {
    items[items.length - 1] = { ...last, text: last.text + node.text }
  } else items.push(node)
}
