/**
 * The marks in a content stream: what is painted inside of which.
 *
 * @module
 */

/** What a content stream does as far as tagging goes. */
export interface ContentFacts {
  /** MCIDs that are opened, in order. */
  readonly mcids: readonly number[]
  /** What is against the rules, in words. */
  readonly faults: readonly string[]
  /** Operators that painted something outside of any mark. */
  readonly unmarked: readonly string[]
  /** The deepest nesting of q. */
  readonly depth: number
  /** Whether code 0 was shown, which is .notdef. */
  readonly showsNotdef: boolean
}

const PAINTING = new Set(['Tj', 'TJ', "'", '"', 'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'EI'])
const TOKEN = /\((?:\\.|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g

/** Reads a content stream that has no inline images. */
export function readContent(data: string): ContentFacts {
  const mcids: number[] = []
  const faults: string[] = []
  const unmarked: string[] = []
  const marks: ('artifact' | 'content' | 'span')[] = []
  let operands: string[] = []
  let level = 0
  let depth = 0
  let inText = false
  let marksAtText = 0
  let showsNotdef = false
  for (const [token] of data.matchAll(TOKEN)) {
    if (!/^[A-Za-z'"][A-Za-z0-9*'"]*$/.test(token) || token === 'true' || token === 'false') {
      operands.push(token)
      continue
    }
    if (token === 'q') depth = Math.max(depth, ++level)
    if (token === 'Q' && --level < 0) faults.push('Q without q')
    if (token === 'BT') {
      if (inText) faults.push('BT in a text object')
      inText = true
      marksAtText = marks.length
    }
    if (token === 'ET') {
      if (marks.length !== marksAtText) faults.push('marks and text objects overlap')
      inText = false
    }
    if (token === 'BMC' || token === 'BDC') {
      const mcid = /\/MCID (\d+)/.exec(operands.join(' '))?.[1]
      const kind = operands[0] === '/Artifact' ? 'artifact' : mcid === undefined ? 'span' : 'content'
      if (mcid !== undefined) mcids.push(Number(mcid))
      if (kind !== 'span' && marks.some((mark) => mark !== 'span')) faults.push(`${kind} inside of ${marks.join()}`)
      marks.push(kind)
    }
    if (token === 'EMC' && marks.pop() === undefined) faults.push('EMC without a mark')
    if (PAINTING.has(token) && !marks.some((mark) => mark !== 'span')) unmarked.push(token)
    if ((token === 'Tj' || token === 'TJ') && operands.some(holdsZero)) showsNotdef = true
    operands = []
  }
  if (marks.length > 0) faults.push('a mark is not closed')
  if (level !== 0) faults.push('q and Q are not balanced')
  return { mcids, faults, unmarked, depth, showsNotdef }
}

function holdsZero(operand: string): boolean {
  const codes: readonly string[] = operand.startsWith('<') ? (operand.slice(1, -1).match(/.{4}/g) ?? []) : []
  return codes.includes('0000')
}
