/**
 * Contents, pages and page trees in odd forms.
 *
 * @module
 */

import { MARK_BOX } from './marks.js'
import type { Bodies, OddMaker } from './odd-maker.js'
import { dictOf, packed, streamOf } from './section-writer.js'

type Stream = (data: string, other: string) => string

/** Streams whose data readers take in several ways, by what is odd about them. */
const ODD_STREAMS: Readonly<Record<string, Stream>> = {
  'a length that is too short': (data) => streamOf({ Length: String(data.length >> 1) }, data),
  'a length that is too long': (data) => streamOf({ Length: String(data.length + 400) }, data),
  'a stream that ends twice': (data, other) => streamOf({}, `${data}\nendstream\nendobj\n${other}`),
  'no length': (data) => `<<>>\nstream\n${data}\nendstream`,
  'two lengths': (data) => `<</Length ${data.length} /Length 12>>\nstream\n${data}\nendstream`,
  'an external stream': (data) => streamOf({ F: '(other)' }, data),
  'no line end after stream': (data) => `<</Length ${data.length}>>stream ${data}\nendstream`,
  'a carriage return after stream': (data) => `<</Length ${data.length}>>stream\r${data}\nendstream`,
  'a short filter': (data) => streamOf({ Filter: '/Fl' }, packed(data)),
  'a short key of a filter': (data) => streamOf({ F: '/FlateDecode' }, packed(data)),
  'a filter twice': (data) => streamOf({ Filter: '/FlateDecode /Filter /AHx' }, packed(data)),
  'a crypt filter': (data) => streamOf({ Filter: '[/Crypt /FlateDecode]' }, packed(data)),
  'a crypt filter that is not there': (data) =>
    streamOf({ Filter: '[/Crypt]', DecodeParms: '[<</Name /Other>>]' }, data),
  'a predictor': (data) =>
    streamOf({ Filter: '/FlateDecode', DecodeParms: '<</Predictor 12 /Columns 8>>' }, packed(data)),
  'parameters without a filter': (data) => streamOf({ DecodeParms: '<</Predictor 12>>' }, data),
  'a filter that nobody knows': (data) => streamOf({ Filter: '/Nothing' }, data),
  'packed data that is cut': (data) => streamOf({ Filter: '/FlateDecode' }, packed(data).slice(0, -6)),
}

/** The stream of a page. */
export function oddContent(maker: OddMaker, bodies: Bodies): string {
  const [data, other] = [maker.content(), maker.content()]
  for (const [note, make] of Object.entries(ODD_STREAMS)) if (maker.odd(6, note)) return make(data, other)
  if (maker.random(4) === 0) {
    const length = maker.add()
    bodies.set(length, String(data.length + (maker.odd(3, 'an indirect length that is wrong') ? 7 : 0)))
    return streamOf({ Length: `${length} 0 R` }, data)
  }
  return maker.random(2) === 0 ? streamOf({}, data) : streamOf({ Filter: '/FlateDecode' }, packed(data))
}

type Page = (entries: Readonly<Record<string, string>>, own: string, other: () => string) => string

/** Pages, by what is odd about them; `own` is the reference to the content of the page. */
const ODD_PAGES: Readonly<Record<string, Page>> = {
  'contents twice': (entries, own, other) => `<</Contents ${other()} ${dictOf({ ...entries, Contents: own }).slice(2)}`,
  'contents twice, one escaped': (entries, own, other) =>
    `<</Content#73 ${other()} ${dictOf({ ...entries, Contents: own }).slice(2)}`,
  'a page without a type': ({ Type: _, ...entries }, own) => dictOf({ ...entries, Contents: own }),
  'a page without a parent': ({ Parent: _, ...entries }, own) => dictOf({ ...entries, Contents: own }),
  'a page of another type': (entries, own) => dictOf({ ...entries, Type: '/Template', Contents: own }),
  'a page that is called a node': (entries, own) => dictOf({ ...entries, Type: '/Pages', Contents: own }),
  'a page with contents that are not there': (entries, own) =>
    dictOf({ ...entries, Contents: `[null 900 0 R ${own} 3]` }),
  'a page with an array in an array': (entries, own) => dictOf({ ...entries, Contents: `[[${own}]]` }),
  'a page with contents of another generation': (entries, own) =>
    dictOf({ ...entries, Contents: own.replace(' 0 R', ' 1 R') }),
  'a page with an empty name': (entries, own, other) => dictOf({ ...entries, '': other(), Contents: own }),
  'a page with a value without a key': (entries, own, other) => dictOf({ ...entries, Contents: `${own} ${other()}` }),
  'a page with a comment': (entries, own, other) => dictOf({ ...entries, Contents: `%${other()}\r${own}` }),
}

/** A page with a content. */
export function oddPage(
  maker: OddMaker,
  content: number,
  entries: Readonly<Record<string, string>>,
  bodies: Bodies,
): string {
  const own = `${content} 0 R`
  const other = () => {
    const num = maker.add()
    bodies.set(num, streamOf({}, maker.content()))
    return `${num} 0 R`
  }
  for (const [note, make] of Object.entries(ODD_PAGES)) if (maker.odd(6, note)) return make(entries, own, other)
  if (maker.odd(6, 'contents split in a word')) return dictOf({ ...entries, Contents: splitContents(maker, bodies) })
  return dictOf({ ...entries, Contents: own })
}

function splitContents(maker: OddMaker, bodies: Bodies): string {
  const data = maker.content()
  const at = data.length - 3 - maker.random(12)
  const parts = [data.slice(0, at), data.slice(at)].map((part) => {
    const num = maker.add()
    bodies.set(num, streamOf({}, part))
    return `${num} 0 R`
  })
  return `[${parts.join(' ')}]`
}

type Tree = (kids: readonly string[], direct: () => string) => string

const rootOf = (kids: readonly string[], count = kids.length) =>
  dictOf({ Type: '/Pages', Kids: `[${kids.join(' ')}]`, Count: String(count) })

/** Roots of page trees, by what is odd about them; `direct` makes a page that is no object of its own. */
const ODD_TREES: Readonly<Record<string, Tree>> = {
  'a count too low': (kids) => rootOf(kids, kids.length - 1),
  'a count too high': (kids) => rootOf(kids, kids.length + 1),
  'a negative count': (kids) => rootOf(kids, -2),
  'no count': (kids) => dictOf({ Type: '/Pages', Kids: `[${kids.join(' ')}]` }),
  'a page twice': (kids) => rootOf([...kids, ...kids.slice(0, 1)]),
  'a kid that is not there': (kids) => rootOf(['900 0 R', ...kids]),
  'a kid that is null': (kids) => rootOf(['null', ...kids]),
  'a tree in itself': (kids) => rootOf([...kids, '2 0 R']),
  'a direct kid': (kids, direct) => rootOf([direct(), ...kids]),
  'a root without a type': (kids) => rootOf(kids).replace('/Type /Pages', ''),
  'kids twice': (kids) => `<</Kids [${kids.toReversed().join(' ')}] ${rootOf(kids).slice(2)}`,
}

/** The root of the page tree. */
export function oddTree(maker: OddMaker, pages: readonly number[], bodies: Bodies): string {
  const kids = pages.map((page) => `${page} 0 R`)
  const direct = () => {
    const content = maker.add()
    bodies.set(content, streamOf({}, maker.content()))
    return dictOf({ Type: '/Page', MediaBox: MARK_BOX, Contents: `${content} 0 R` })
  }
  for (const [note, make] of Object.entries(ODD_TREES)) if (maker.odd(4, note)) return make(kids, direct)
  return maker.random(3) === 0 ? nestedTree(maker, kids, bodies) : rootOf(kids)
}

function nestedTree(maker: OddMaker, kids: readonly string[], bodies: Bodies): string {
  const node = maker.add()
  const [first = '', ...others] = kids
  const count = maker.odd(3, 'a node that counts wrongly') ? maker.random(4) : others.length
  const parent = maker.odd(3, 'a node with another parent') ? '1 0 R' : '2 0 R'
  bodies.set(node, dictOf({ Type: '/Pages', Kids: `[${others.join(' ')}]`, Count: String(count), Parent: parent }))
  return dictOf({ Type: '/Pages', Kids: `[${first} ${node} 0 R]`, Count: String(kids.length) })
}
