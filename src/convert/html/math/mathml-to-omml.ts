/**
 * Converts equations from MathML Core to Office Math Markup (ECMA-376-1, 22.1).
 *
 * @module
 */

import { escapeXml } from '../../../escape.js'
import { largest } from '../../../lists.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import { cleanText } from '../boxes/clean-text.js'
import { childElements, getAttribute, type HtmlElement, textContent } from '../source/html-tree.js'
import { toMathAlphabet } from './math-alphabet.js'

/**
 * The content of an `m:oMath` for a `math` element; `undefined` when it is nested too deeply.
 */
export function mathmlToOmml(math: HtmlElement): string | undefined {
  return isTooDeep(math) ? undefined : writeRow(childElements(math))
}

function isTooDeep(root: HtmlElement): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > CONVERT_LIMITS.maxMathNesting) return true
    level = level.flatMap((element) => childElements(element))
  }
  return false
}

/** Writes elements one after another. A large operator takes the elements after it as its operand. */
function writeRow(elements: readonly HtmlElement[]): string {
  let omml = ''
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]
    if (element === undefined) break
    const operator = largeOperator(element)
    if (operator === undefined) omml += writeElement(element)
    else omml += writeNary(operator, elements[++index])
  }
  return omml
}

type Write = (element: HtmlElement, children: readonly HtmlElement[]) => string

const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['mi', (element) => writeToken(element, isSingleLetter(element) ? undefined : 'p')],
  ['mn', (element) => writeToken(element, 'p')],
  ['mo', (element) => writeToken(element, 'p')],
  ['mtext', (element) => writeToken(element, 'p', true)],
  ['ms', (element) => writeToken(element, 'p', true)],
  ['mspace', writeSpace],
  ['mfrac', writeFraction],
  [
    'msqrt',
    (_, children) => `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${argument('e', children)}</m:rad>`,
  ],
  ['mroot', (_, [base, degree]) => `<m:rad>${argument('deg', degree)}${argument('e', base)}</m:rad>`],
  ['msub', (_, [base, sub]) => `<m:sSub>${argument('e', base)}${argument('sub', sub)}</m:sSub>`],
  ['msup', (_, [base, sup]) => `<m:sSup>${argument('e', base)}${argument('sup', sup)}</m:sSup>`],
  [
    'msubsup',
    (_, [base, sub, sup]) =>
      `<m:sSubSup>${argument('e', base)}${argument('sub', sub)}${argument('sup', sup)}</m:sSubSup>`,
  ],
  ['munder', (_, [base, under]) => writeUnder(base, under)],
  ['mover', (element, [base, over]) => writeOver(element, base, over)],
  ['munderover', (_, [base, under, over]) => writeLimit('limUpp', writeUnder(base, under), over)],
  ['mtable', (_, rows) => writeMatrix(rows)],
  ['mfenced', writeFenced],
  ['menclose', (_, children) => `<m:borderBox>${argument('e', children)}</m:borderBox>`],
  [
    'mphantom',
    (_, children) => `<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${argument('e', children)}</m:phant>`,
  ],
  // Only the first child is shown; the others are annotations for programs.
  ['semantics', (_, [shown]) => (shown === undefined ? '' : writeElement(shown))],
  ['annotation', () => ''],
  ['annotation-xml', () => ''],
  ['mmultiscripts', (_, children) => writeMultiscripts(children)],
])

function writeElement(element: HtmlElement): string {
  const children = childElements(element)
  const write = WRITERS.get(element.tagName)
  if (write !== undefined) return write(element, children)
  if (children.length === 0) return writeToken(element, 'p')
  return fencesOf(children) ?? writeRow(children)
}

/** Writes one argument of a structure. A missing element gives an empty argument. */
function argument(name: string, content: HtmlElement | readonly HtmlElement[] | undefined): string {
  if (content === undefined) return `<m:${name}/>`
  return `<m:${name}>${'tagName' in content ? writeElement(content) : writeRow(content)}</m:${name}>`
}

function isSingleLetter(element: HtmlElement): boolean {
  return [...textContent(element).trim()].length === 1 && getAttribute(element, 'mathvariant') !== 'normal'
}

function writeToken(element: HtmlElement, style: 'p' | undefined, keepsSpaces = false): string {
  const written = cleanText(textContent(element))
  const variant = getAttribute(element, 'mathvariant')
  const text = toMathAlphabet(keepsSpaces ? written.replace(/\s+/g, ' ') : written.trim(), variant)
  return writeRun(text, style, keepsSpaces)
}

function writeRun(text: string, style: 'p' | undefined, isNormal = false): string {
  // Invisible operators are removed.
  const shown = text.replace(/[\u2061-\u2064]/g, '')
  if (shown === '') return ''
  const properties = isNormal
    ? '<m:rPr><m:nor/></m:rPr>'
    : style === undefined
      ? ''
      : '<m:rPr><m:sty m:val="p"/></m:rPr>'
  return `<m:r>${properties}<m:t xml:space="preserve">${escapeXml(shown)}</m:t></m:r>`
}

function writeSpace(element: HtmlElement): string {
  const width = Number.parseFloat(getAttribute(element, 'width') ?? '')
  if (!(width > 0)) return ''
  return writeRun(width >= 1.5 ? '\u2003\u2003' : width >= 0.9 ? '\u2003' : width >= 0.25 ? '\u2004' : '\u2009', 'p')
}

function writeFraction(element: HtmlElement, [numerator, denominator]: readonly HtmlElement[]): string {
  const hasNoBar = /^0(?:\D|$)/.test(getAttribute(element, 'linethickness') ?? '')
  const type = hasNoBar ? '<m:fPr><m:type m:val="noBar"/></m:fPr>' : ''
  return `<m:f>${type}${argument('num', numerator)}${argument('den', denominator)}</m:f>`
}

const BRACES: ReadonlyMap<string, 'top' | 'bot'> = new Map<string, 'top' | 'bot'>([
  ['⏞', 'top'],
  ['⏟', 'bot'],
])

function writeUnder(base: HtmlElement | undefined, under: HtmlElement | undefined): string {
  const mark = under === undefined ? '' : textContent(under).trim()
  if (BRACES.has(mark)) return writeGroup(mark, 'bot', base)
  if (mark === '_' || mark === '̲' || mark === '¯') {
    return `<m:bar><m:barPr><m:pos m:val="bot"/></m:barPr>${argument('e', base)}</m:bar>`
  }
  return writeLimit('limLow', base === undefined ? '' : writeElement(base), under)
}

function writeOver(element: HtmlElement, base: HtmlElement | undefined, over: HtmlElement | undefined): string {
  const mark = over === undefined ? '' : textContent(over).trim()
  if (BRACES.has(mark)) return writeGroup(mark, 'top', base)
  if (mark === '¯' || mark === '‾' || mark === '―') {
    return `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${argument('e', base)}</m:bar>`
  }
  const accent = ACCENTS.get(mark) ?? (getAttribute(element, 'accent') === 'true' ? mark : undefined)
  if (accent !== undefined && accent !== '') {
    return `<m:acc><m:accPr><m:chr m:val="${escapeXml(accent)}"/></m:accPr>${argument('e', base)}</m:acc>`
  }
  return writeLimit('limUpp', base === undefined ? '' : writeElement(base), over)
}

function writeGroup(mark: string, position: 'top' | 'bot', base: HtmlElement | undefined): string {
  const properties = `<m:groupChrPr><m:chr m:val="${mark}"/><m:pos m:val="${position}"/></m:groupChrPr>`
  return `<m:groupChr>${properties}${argument('e', base)}</m:groupChr>`
}

function writeLimit(name: 'limLow' | 'limUpp', base: string, limit: HtmlElement | undefined): string {
  return `<m:${name}><m:e>${base}</m:e>${argument('lim', limit)}</m:${name}>`
}

/** Spacing marks, with the combining marks that Office draws for them. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['→', '\u20d7'],
  ['⃗', '\u20d7'],
  ['˙', '\u0307'],
  ['.', '\u0307'],
  ['¨', '\u0308'],
  ['ˇ', '\u030c'],
  ['˘', '\u0306'],
  ['´', '\u0301'],
  ['`', '\u0300'],
])

const LARGE_OPERATORS = new Set('∑∏∐∫∬∭∮∯∰⋂⋃⋁⋀⨁⨂⨄⨆'.split(''))

interface LargeOperator {
  readonly character: string
  readonly sub: HtmlElement | undefined
  readonly sup: HtmlElement | undefined
  readonly isUnderOver: boolean
}

/** A large operator, such as a sum or an integral, with its limits. */
function largeOperator(element: HtmlElement): LargeOperator | undefined {
  const [base, first, second] = childElements(element)
  const character = base === undefined ? '' : textContent(base).trim()
  if (!LARGE_OPERATORS.has(character)) return undefined
  switch (element.tagName) {
    case 'msub':
    case 'munder':
      return { character, sub: first, sup: undefined, isUnderOver: element.tagName === 'munder' }
    case 'msup':
    case 'mover':
      return { character, sub: undefined, sup: first, isUnderOver: element.tagName === 'mover' }
    case 'msubsup':
    case 'munderover':
      return { character, sub: first, sup: second, isUnderOver: element.tagName === 'munderover' }
    default:
      return undefined
  }
}

function writeNary({ character, sub, sup, isUnderOver }: LargeOperator, operand: HtmlElement | undefined): string {
  const properties = [
    `<m:chr m:val="${character}"/><m:limLoc m:val="${isUnderOver ? 'undOvr' : 'subSup'}"/>`,
    sub === undefined ? '<m:subHide m:val="1"/>' : '',
    sup === undefined ? '<m:supHide m:val="1"/>' : '',
  ].join('')
  const content = operand === undefined ? undefined : [operand]
  return `<m:nary><m:naryPr>${properties}</m:naryPr>${argument('sub', sub)}${argument('sup', sup)}${argument('e', content)}</m:nary>`
}

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['|', '|'],
  ['‖', '‖'],
  ['⟨', '⟩'],
  ['⌈', '⌉'],
  ['⌊', '⌋'],
])

/** Writes a row between two fences that stretch with it. */
function fencesOf(children: readonly HtmlElement[]): string | undefined {
  const first = children[0]
  const last = children.at(-1)
  if (first === undefined || last === undefined || children.length < 3) return undefined
  if (first.tagName !== 'mo' || last.tagName !== 'mo' || getAttribute(first, 'fence') === 'false') return undefined
  const open = textContent(first).trim()
  const close = textContent(last).trim()
  const isFence = (mark: string) => mark === '' || [...OPENING].some((pair) => pair.includes(mark))
  const isMarked = getAttribute(first, 'stretchy') === 'true' || getAttribute(first, 'fence') === 'true'
  if (!isFence(open) || !isFence(close) || (open === '' && close === '')) return undefined
  if (!isMarked && OPENING.get(open) !== close) return undefined
  const inside = children.slice(1, -1)
  // Fences that close before the end belong to other pairs.
  if (inside.some((child) => child.tagName === 'mo' && [open, close].includes(textContent(child).trim())))
    return undefined
  return writeDelimiters(open, close, '', [writeRow(inside)])
}

function writeDelimiters(open: string, close: string, separator: string, parts: readonly string[]): string {
  const properties = [
    `<m:begChr m:val="${escapeXml(open)}"/>`,
    separator === '' ? '' : `<m:sepChr m:val="${escapeXml(separator)}"/>`,
    `<m:endChr m:val="${escapeXml(close)}"/>`,
  ].join('')
  return `<m:d><m:dPr>${properties}</m:dPr>${parts.map((part) => `<m:e>${part}</m:e>`).join('')}</m:d>`
}

function writeFenced(element: HtmlElement, children: readonly HtmlElement[]): string {
  const mark = (name: string, fallback: string) => [...(getAttribute(element, name) ?? fallback).trim()][0] ?? ''
  const parts = children.length === 0 ? [''] : children.map((child) => writeElement(child))
  return writeDelimiters(mark('open', '('), mark('close', ')'), mark('separators', ','), parts)
}

function writeMatrix(rows: readonly HtmlElement[]): string {
  const cells = rows.map((row) => (row.tagName === 'mtr' || row.tagName === 'mlabeledtr' ? childElements(row) : [row]))
  const columns = Math.min(64, largest([1, ...cells.slice(0, 1000).map((row) => row.length)]))
  const count = `<m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val="${columns}"/><m:mcJc m:val="center"/></m:mcPr></m:mc></m:mcs></m:mPr>`
  const written = cells.map((row) => {
    const parts = Array.from({ length: columns }, (_, index) => argument('e', row[index]))
    return `<m:mr>${parts.join('')}</m:mr>`
  })
  return written.length === 0 ? '' : `<m:m>${count}${written.join('')}</m:m>`
}

/** Writes scripts before and after a base. Of several pairs after it, the first is shown (MathML Core, 3.4.3). */
function writeMultiscripts([base, ...scripts]: readonly HtmlElement[]): string {
  const at = scripts.findIndex((script) => script.tagName === 'mprescripts')
  const after = at < 0 ? scripts : scripts.slice(0, at)
  const before = at < 0 ? [] : scripts.slice(at + 1)
  const core =
    after.length === 0
      ? base === undefined
        ? ''
        : writeElement(base)
      : `<m:sSubSup>${argument('e', base)}${argument('sub', after[0])}${argument('sup', after[1])}</m:sSubSup>`
  if (before.length === 0) return core
  return `<m:sPre>${argument('sub', before[0])}${argument('sup', before[1])}<m:e>${core}</m:e></m:sPre>`
}
