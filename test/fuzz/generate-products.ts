/**
 * Generates HTML and Markdown in which one long thing is used many times: what they cost is a product, or a power, of what they
 * are long. Which things those are is left to chance.
 *
 * @module
 */

import type { Random } from '../support/mutate.js'
import { ATTRIBUTES, DECLARATIONS, MARKS, pick, TAGS, TEXTS, VALUES } from './generate-markup.js'

/** Length of what is generated, in characters. */
const LENGTH = 90_000

const COMBINATORS = [' ', '>', '+', '~', ',']
const PSEUDO = [
  ':nth-child(2n+1)',
  ':nth-last-child(3n)',
  ':nth-of-type(n+2)',
  ':has(*)',
  ':not(*)',
  ':is(*,*)',
  ':where(*)',
  ':empty',
  ':first-child',
  ':last-of-type',
  '::before',
  '::after',
  '::first-letter',
  '::marker',
  ':root',
  '[*]',
]
const FUNCTIONS =
  'calc var attr counter counters url repeat minmax min max clamp rgb color-mix linear-gradient env fit-content'.split(
    ' ',
  )

/** A page: a style, a rule or an attribute of great length or number, and elements that it is about. */
export function generateHtmlProduct(random: Random): string {
  const share = (LENGTH * (1 + random(8))) / 9
  const [tag, inner] = [pick(TAGS, random), pick(TAGS, random)]
  const definition = fill(share, definer(tag, inner, random))
  const isInline = random(4) === 0
  const head = isInline ? '' : `<style>${definition}</style>`
  const attribute = random(3) === 0 ? ` ${pick(ATTRIBUTES, random)}="${pick(VALUES, random)}"` : ''
  const first = isInline ? `<${tag} ${pick(ATTRIBUTES, random)}="${definition}">` : ''
  return head + first + fill(LENGTH - share, user(tag, inner, attribute, random))
}

/** What is long, or many: given a number, a piece of it. */
function definer(tag: string, inner: string, random: Random): (index: number) => string {
  const property = random(8) === 0 ? '--a' : pick(DECLARATIONS, random)
  const value = valueMaker(random)
  const selector = selectorMaker(tag, inner, random)
  switch (random(6)) {
    case 0:
      return (index) => `${selector(index)}{${property}:${value(index)}}`
    case 1: {
      const name = selector(0)
      return (index) => (index === 0 ? `${name}{` : `${property}${index % 2 === 0 ? index : ''}:${value(index)};`)
    }
    case 2: {
      const name = selector(0)
      return (index) => (index === 0 ? `${name}{${property}:` : `${value(index)} `)
    }
    case 3:
      return (index) =>
        index === 0 ? `${tag}{--a0:${value(0)};` : `--a${index}:var(--a${index - 1})`.repeat(2).concat(';')
    case 4:
      return (index) => `${selector(index)}${pick(COMBINATORS, random)}`
    default:
      return (index) =>
        `@${pick(['media print', 'supports (a:b)', 'page', 'layer', 'import ""'], random)}{${selector(index)}{`
  }
}

function valueMaker(random: Random): (index: number) => string {
  const [value, name] = [pick(VALUES, random), pick(FUNCTIONS, random)]
  const long = pick(TEXTS, random).replace(/["<>&]/g, 'x')
  return [
    () => value,
    (index: number) => `${name}(${value} ${index})`,
    () => `${name}(`,
    () => `"${long}"`,
    (index: number) => String(index),
    () => `${name}(a${random(3)})`,
  ][random(6)] as (index: number) => string
}

function selectorMaker(tag: string, inner: string, random: Random): (index: number) => string {
  const parts = Array.from({ length: 1 + random(6) }, () => pick([tag, inner, '*', '.a', `.c`, '#x'], random))
  const pseudo = pick(['', pick(PSEUDO, random)], random).replaceAll('*', pick([tag, inner, '.a'], random))
  const joined = parts.join(pick(COMBINATORS, random))
  return random(2) === 0 ? () => joined + pseudo : (index) => `${joined}.a${index}${pseudo}`
}

/** Elements, beside each other or inside of each other, each of its own or all alike. */
function user(tag: string, inner: string, attribute: string, random: Random): (index: number) => string {
  const text = pick(['', 'a', pick(TEXTS, random)], random)
  return [
    () => `<${tag}${attribute}>${text}`,
    () => `<${tag}${attribute}>${text}</${tag}>`,
    () => `<${tag}${attribute}><${inner}>${text}</${inner}></${tag}>`,
    (index: number) => `<${tag} class="a${index} a" id=i${index}>${text}`,
    (index: number) => (index < 200 ? `<${tag}${attribute}>` : `<${inner}>${text}</${inner}>`),
    (index: number) => `<${tag} style="--b:${index};margin:${index}px">${text}</${tag}>`,
    () => `<${tag} rowspan=999 colspan=99>${text}`,
  ][random(7)] as (index: number) => string
}

/** Markdown: a long line or definition, and lines that refer to it or are measured by it. */
export function generateMarkdownProduct(random: Random): string {
  const share = (LENGTH * (1 + random(8))) / 9
  const [mark, other] = [pick(MARKS, random), pick(MARKS, random)]
  const text = pick(['a', pick(TEXTS, random)], random)
  const [start, piece, use] = pick(
    [
      ['[a]: ', 'x', '[a] '],
      ['[a]: <', text, '![b][a] '],
      ['[a]: x "', text, '[a]\n'],
      ['[^a]: ', `${text} `, '[^a] '],
      ['', '|a', '|b\n'],
      ['', mark, `${other}${text}\n`],
      [mark, text, other],
      ['---\na: ', text, '\n'],
      ['$', `\\def\\a{${text}\\a}`, '\\a'],
      ['```js\n', text, other],
    ] as const,
    random,
  )
  const definition = start + fill(share, () => piece)
  const table = piece === '|a' ? `\n${fill(share, () => '|-')}` : ''
  const uses = fill(LENGTH - share - table.length, () => use)
  return random(2) === 0 ? `${definition}${table}\n${uses}` : `${uses}\n\n${definition}${table}\n`
}

function fill(length: number, make: (index: number) => string): string {
  let text = ''
  for (let index = 0; text.length < length && index < length; index++) text += make(index)
  return text.slice(0, Math.max(0, length))
}
