/**
 * Contents, pages and page trees in odd forms.
 *
 * @module
 */

import { dictOf, packed, streamOf } from './section-writer.js'
import type { Bodies, RandomStructure } from './random-structure.js'

/** The stream of a page. */
export function oddContent(maker: RandomStructure, bodies: Bodies): string {
  const data = maker.content()
  const other = maker.content()
  if (maker.odd(6, 'a length that is too short')) return streamOf({ Length: String(data.length >> 1) }, data)
  if (maker.odd(6, 'a length that is too long')) return streamOf({ Length: String(data.length + 400) }, data)
  if (maker.odd(6, 'a stream that ends twice')) return streamOf({}, `${data}\nendstream\nendobj\n${other}`)
  if (maker.odd(6, 'no length')) return `<<>>\nstream\n${data}\nendstream`
  if (maker.odd(6, 'two lengths')) return `<</Length ${data.length} /Length 12>>\nstream\n${data}\nendstream`
  if (maker.odd(6, 'an external stream')) return streamOf({ F: '(other)' }, data)
  if (maker.odd(6, 'no line end after stream')) return `<</Length ${data.length}>>stream ${data}\nendstream`
  if (maker.odd(6, 'a carriage return after stream')) return `<</Length ${data.length}>>stream\r${data}\nendstream`
  if (maker.odd(6, 'a short filter')) return streamOf({ Filter: '/Fl' }, packed(data))
  if (maker.odd(6, 'a short key of a filter')) return streamOf({ F: '/FlateDecode' }, packed(data))
  if (maker.odd(6, 'a filter twice')) return `<</Length ${packed(data).length} /Filter /FlateDecode /Filter /AHx>>\nstream\n${packed(data)}\nendstream`
  if (maker.odd(6, 'a crypt filter')) return streamOf({ Filter: '[/Crypt /FlateDecode]' }, packed(data))
  if (maker.odd(6, 'a crypt filter that is not there')) return streamOf({ Filter: '[/Crypt]', DecodeParms: '[<</Name /Other>>]' }, data)
  if (maker.odd(6, 'a predictor')) return streamOf({ Filter: '/FlateDecode', DecodeParms: '<</Predictor 12 /Columns 8>>' }, packed(data))
  if (maker.odd(6, 'parameters without a filter')) return streamOf({ DecodeParms: '<</Predictor 12>>' }, data)
  if (maker.odd(6, 'a filter that nobody knows')) return streamOf({ Filter: '/Nothing' }, data)
  if (maker.odd(6, 'packed data that is cut')) return streamOf({ Filter: '/FlateDecode' }, packed(data).slice(0, -6))
  if (maker.random(4) === 0) {
    const length = maker.add()
    bodies.set(length, String(data.length + (maker.odd(3, 'an indirect length that is wrong') ? 7 : 0)))
    return streamOf({ Length: `${length} 0 R` }, data)
  }
  return maker.random(2) === 0 ? streamOf({}, data) : streamOf({ Filter: '/FlateDecode' }, packed(data))
}

/** A page with a content. */
export function oddPage(
  maker: RandomStructure,
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
  const { Type: _type, Parent: _parent, ...bare } = entries
  if (maker.odd(6, 'contents twice')) return `<</Contents ${other()} ${dictOf({ ...entries, Contents: own }).slice(2)}`
  if (maker.odd(6, 'contents twice, one escaped')) return `<</Content#73 ${other()} ${dictOf({ ...entries, Contents: own }).slice(2)}`
  if (maker.odd(6, 'a page without a type')) return dictOf({ ...bare, Parent: entries.Parent ?? '', Contents: own })
  if (maker.odd(6, 'a page without a parent')) return dictOf({ ...bare, Type: '/Page', Contents: own })
  if (maker.odd(6, 'a page of another type')) return dictOf({ ...entries, Type: '/Template', Contents: own })
  if (maker.odd(6, 'a page that is called a node')) return dictOf({ ...entries, Type: '/Pages', Contents: own })
  if (maker.odd(6, 'contents with what is not there')) return dictOf({ ...entries, Contents: `[null 900 0 R ${own} 3]` })
  if (maker.odd(6, 'contents in an array in an array')) return dictOf({ ...entries, Contents: `[[${own}]]` })
  if (maker.odd(6, 'contents of another generation')) return dictOf({ ...entries, Contents: `${content} 1 R` })
  if (maker.odd(6, 'contents split in a word')) return dictOf({ ...entries, Contents: splitContents(maker, bodies) })
  if (maker.odd(6, 'an empty name')) return dictOf({ ...entries, '': other(), Contents: own })
  if (maker.odd(6, 'a value without a key')) return dictOf({ ...entries, Contents: `${own} ${other()}` })
  if (maker.odd(6, 'a comment in a page')) return dictOf({ ...entries, Contents: `%${other()}\r${own}` })
  return dictOf({ ...entries, Contents: own })
}

function splitContents(maker: RandomStructure, bodies: Bodies): string {
  const data = maker.content()
  const at = data.length - 3 - maker.random(12)
  const parts = [data.slice(0, at), data.slice(at)].map((part) => {
    const num = maker.add()
    bodies.set(num, streamOf({}, part))
    return `${num} 0 R`
  })
  return `[${parts.join(' ')}]`
}

/** The root of the page tree. */
export function oddTree(maker: RandomStructure, pages: readonly number[], bodies: Bodies): string {
  const kids = pages.map((page) => `${page} 0 R`)
  const [first = ''] = kids
  const entries = { Type: '/Pages', Kids: `[${kids.join(' ')}]`, Count: String(kids.length) }
  const withKids = (list: readonly string[]) => dictOf({ ...entries, Kids: `[${list.join(' ')}]`, Count: String(list.length) })
  if (maker.odd(4, 'a count too low')) return dictOf({ ...entries, Count: String(kids.length - 1) })
  if (maker.odd(4, 'a count too high')) return dictOf({ ...entries, Count: String(kids.length + 1) })
  if (maker.odd(4, 'a negative count')) return dictOf({ ...entries, Count: '-2' })
  if (maker.odd(4, 'no count')) return dictOf({ Type: '/Pages', Kids: entries.Kids })
  if (maker.odd(4, 'a page twice')) return withKids([...kids, first])
  if (maker.odd(4, 'a kid that is not there')) return withKids(['900 0 R', ...kids])
  if (maker.odd(4, 'a kid that is null')) return withKids(['null', ...kids])
  if (maker.odd(4, 'a tree in itself')) return withKids([...kids, '2 0 R'])
  if (maker.odd(4, 'a direct kid')) {
    const content = maker.add()
    bodies.set(content, streamOf({}, maker.content()))
    return withKids([`<</Type /Page /MediaBox [0 0 64 16] /Contents ${content} 0 R>>`, ...kids])
  }
  if (maker.odd(4, 'a root without a type')) return dictOf({ Kids: entries.Kids, Count: entries.Count })
  if (maker.odd(4, 'kids twice')) return `<</Kids [${kids.toReversed().join(' ')}] ${dictOf(entries).slice(2)}`
  if (maker.random(3) === 0) return nestedTree(maker, kids, bodies)
  return dictOf(entries)
}

function nestedTree(maker: RandomStructure, kids: readonly string[], bodies: Bodies): string {
  const node = maker.add()
  const [first = '', ...others] = kids
  const count = maker.odd(3, 'a node that counts wrongly') ? maker.random(4) : others.length
  const parent = maker.odd(3, 'a node with another parent') ? '1 0 R' : '2 0 R'
  bodies.set(node, dictOf({ Type: '/Pages', Kids: `[${others.join(' ')}]`, Count: String(count), Parent: parent }))
  return dictOf({ Type: '/Pages', Kids: `[${first} ${node} 0 R]`, Count: String(kids.length) })
}
