/**
 * Object streams that can be read in two ways (ISO 32000-2, 7.5.7): one reader takes the object that the
 * cross-reference names, another the one that the stream lists.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, type PdfRef } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { appendByHand, type Row } from '../support/handwriting.js'
import { dict, notation, stream } from '../support/notation.js'
import { attacksBy, type ClassAttack } from './class-attack.js'
import { forgedContent } from './forged-content.js'

/** An object stream to be written, and the rows that name it. */
interface ObjectStreamDraft {
  /** Numbers and objects in the order in which the stream lists them. */
  readonly listed: readonly (readonly [num: number, body: string])[]
  /** Rows of the section besides those of objects that stand in the file itself. */
  readonly rows: (stream: number) => readonly Row[]
  /** Entries of the dictionary, as they are written. */
  readonly keys?: Readonly<Record<string, string>>
  /** Rewrites the list of numbers and offsets. */
  readonly head?: (text: string) => string
  /** Rewrites the bodies. */
  readonly bodies?: (text: string) => string
  /** Whether the stream itself has a row; it has unless told. */
  readonly hasRow?: boolean
}

/** What is forged: an object of the signed revision, with a body that shows another page. */
interface Forgery {
  readonly num: number
  readonly honest: string
  readonly forged: string
}

type Target = 'page' | 'catalog' | 'pages'

/** The three objects that a page hangs on, each as it is and as the attack wants it. */
function forgeryOf({ bytes, parts }: Base, target: Target, content: number): Forgery {
  const document = PdfDocument.open(bytes)
  const read = (ref: PdfRef) => {
    const value = document.resolve(ref)
    if (!(value instanceof PdfDict)) throw new Error('A page or a catalog is no dictionary.')
    return value
  }
  const page = read(parts.page)
  const forgedPage = page.with({ Contents: dict`<</C ${`${content} 0 R`}>>`.get('C'), Annots: [] })
  if (target === 'page') return { num: parts.page.num, honest: notation(page), forged: notation(forgedPage) }
  const pages = read(parts.pages)
  const forgedPages = dict`<</Type /Pages /Kids [${`${content + 1} 0 R`}] /Count 1>>`
  if (target === 'pages') return { num: parts.pages.num, honest: notation(pages), forged: notation(forgedPages) }
  const catalog = read(parts.catalog)
  const forgedCatalog = catalog.with({ Pages: dict`<</C ${`${content + 2} 0 R`}>>`.get('C') })
  return { num: parts.catalog.num, honest: notation(catalog), forged: notation(forgedCatalog) }
}

/** Writes the increment. The forged content stands in the file itself, under numbers above all others. */
function appendObjectStream(base: Base, target: Target, draftOf: (forgery: Forgery) => ObjectStreamDraft): Uint8Array {
  const content = PdfDocument.open(base.bytes).nextObjectNumber
  const forgery = forgeryOf(base, target, content)
  const draft = draftOf(forgery)
  const num = content + 3
  return appendByHand(base.bytes, {
    kind: 'stream',
    objects: [
      [content, stream(dict`<<>>`, forgedContent())],
      [
        content + 1,
        `<</Type /Page /Parent ${base.parts.pages.num} 0 R /MediaBox [0 0 600 800] /Contents ${content} 0 R>>`,
      ],
      [content + 2, `<</Type /Pages /Kids [${content + 1} 0 R] /Count 1>>`],
      [num, objectStream(draft)],
    ],
    spelling: {
      rows: (rows) => [...rows.filter((row) => draft.hasRow !== false || row.num !== num), ...draft.rows(num)],
    },
  })
}

function objectStream({ listed, keys = {}, head, bodies }: ObjectStreamDraft): string {
  let offset = 0
  const list = listed.map(([num, body]) => {
    const entry = `${num} ${offset}`
    offset += body.length + 1
    return entry
  })
  const written = `${list.join(' ')} `
  const start = head?.(written) ?? written
  const text = listed.map(([, body]) => `${body} `).join('')
  const data = start + (bodies?.(text) ?? text)
  const entries = {
    Type: '/ObjStm',
    N: String(listed.length),
    First: String(start.length),
    Length: String(data.length),
    ...keys,
  }
  const dictionary = Object.entries(entries).map(([key, value]) => `/${key} ${value}`)
  return `<<${dictionary.join(' ')}>>\nstream\n${data}\nendstream`
}

const named = (num: number, index: number) => (streamNumber: number) => [{ num, type: 2, a: streamNumber, b: index }]
const nowhere = () => []

type Draft = (forgery: Forgery) => ObjectStreamDraft

const DRAFTS: Readonly<Record<string, Draft>> = {
  'lists it twice, the true one named': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num, forged],
    ],
    rows: named(num, 0),
  }),
  'lists it twice, the second one named and true': ({ num, honest, forged }) => ({
    listed: [
      [num, forged],
      [num, honest],
    ],
    rows: named(num, 1),
  }),
  'lists it three times, the middle one true': ({ num, honest, forged }) => ({
    listed: [
      [num, forged],
      [num, honest],
      [num, forged],
    ],
    rows: named(num, 1),
  }),
  'lists it though nothing names it there': ({ num, forged }) => ({ listed: [[num, forged]], rows: nowhere }),
  'lists it behind another object that is named': ({ num, forged }) => ({
    listed: [
      [num + 5000, 'null'],
      [num, forged],
    ],
    rows: named(num + 5000, 0),
  }),
  'is named by an index that another number has': ({ num, honest, forged }) => ({
    listed: [
      [num + 5000, honest],
      [num, forged],
    ],
    rows: named(num, 0),
  }),
  'is named by an index that is not there': ({ num, forged }) => ({ listed: [[num, forged]], rows: named(num, 7) }),
  'is named by an index far beyond': ({ num, forged }) => ({ listed: [[num, forged]], rows: named(num, 65_535) }),
  'is its own': ({ num, forged }) => ({
    listed: [[num, forged]],
    rows: (stm) => [{ num: stm, type: 2, a: stm, b: 0 }],
    hasRow: false,
  }),
  'has no row': ({ num, forged }) => ({ listed: [[num, forged]], rows: named(num, 0), hasRow: false }),
  'has an offset before the other object': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => text.replace(/^(\d+) 0 (\d+) (\d+)/, '$1 $3 $2 0'),
  }),
  'has an offset beyond its end': ({ num, honest }) => ({
    listed: [[num, honest]],
    rows: named(num, 0),
    head: (text) => text.replace(/ 0 $/, ' 99999 '),
  }),
  'has a negative offset': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => text.replace(/^(\d+) 0/, '$1 -0'),
  }),
  'has offsets with a plus': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => text.replace(/^(\d+) 0/, '$1 +0'),
  }),
  'has offsets as reals': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => text.replace(/^(\d+) 0/, '$1 0.9'),
  }),
  'has a comment in its list': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => `% 9 9\n${text}`,
  }),
  'lists a number as a reference': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => text.replace(/^(\d+) 0/, '$1 0 R 0'),
  }),
  'counts fewer objects than it lists': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num, forged],
    ],
    rows: named(num, 0),
    keys: { N: '1' },
  }),
  'counts more objects than it lists': ({ num, honest }) => ({
    listed: [[num, honest]],
    rows: named(num, 0),
    keys: { N: '5' },
  }),
  'counts no objects': ({ num, honest }) => ({ listed: [[num, honest]], rows: named(num, 0), keys: { N: '0' } }),
  'counts its objects as a real': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num, forged],
    ],
    rows: named(num, 0),
    keys: { N: '1.5' },
  }),
  'counts far too many': ({ num, honest }) => ({
    listed: [[num, honest]],
    rows: named(num, 0),
    keys: { N: '2147483648' },
  }),
  'begins its objects one byte late': ({ num, honest, forged }) => ({
    listed: [
      [num, `${honest} `],
      [num + 5000, forged],
    ],
    rows: named(num, 0),
    head: (text) => text.trimEnd(),
  }),
  'has two objects at one place': ({ num, honest, forged }) => ({
    listed: [[num, `${honest}${forged}`]],
    rows: named(num, 0),
  }),
  'has an object with its heading': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num + 5000, `${num} 0 obj ${forged} endobj`],
    ],
    rows: named(num, 0),
  }),
  'extends itself': ({ num, honest, forged }) => ({
    listed: [
      [num, honest],
      [num, forged],
    ],
    rows: named(num, 0),
    keys: { Extends: '1 0 R' },
  }),
  'calls itself another type': ({ num, honest }) => ({
    listed: [[num, honest]],
    rows: named(num, 0),
    keys: { Type: '/XObject' },
  }),
  'lists number 0': ({ num, honest, forged }) => ({
    listed: [
      [0, forged],
      [num, honest],
    ],
    rows: (stm) => [{ num: 0, type: 2, a: stm, b: 0 }, ...named(num, 1)(stm)],
  }),
  'lists a stream': ({ num, honest }) => ({
    listed: [
      [num, honest],
      [num + 5000, '<</Length 4>> stream\nxxxx\nendstream'],
    ],
    rows: (stm) => [...named(num, 0)(stm), { num: num + 5000, type: 2, a: stm, b: 1 }],
  }),
  'lists what stands in the file as well': ({ num, honest, forged }) => ({
    listed: [[num, forged]],
    rows: () => [],
    keys: { Tool: `(${honest.length})` },
  }),
}

const TARGETS: readonly Target[] = ['page', 'catalog', 'pages']

export const doubleMeanings: readonly ClassAttack[] = Object.entries(DRAFTS).flatMap(([name, draft]) =>
  TARGETS.flatMap((target) =>
    attacksBy({ [`an object stream with the ${target} ${name}`]: (base) => appendObjectStream(base, target, draft) }),
  ),
)
