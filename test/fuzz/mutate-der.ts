/**
 * Changing one value in a DER structure, with all lengths around it written anew.
 *
 * @module
 */

import { concatBytes } from '../../src/bytes.js'
import { childrenOf, contentOf, type DerValue, readDer, TAG } from '../../src/cms/asn1/der.js'
import { derInteger, derNull, derOid, derSequence, encodeDer } from '../../src/cms/asn1/der-writer.js'

type Random = (limit: number) => number

/** A value as a tree that can be changed. */
interface Node {
  tag: number
  content: Uint8Array
  children: Node[] | undefined
  /** Octets written as they are, in place of tag, length and contents. */
  raw?: Uint8Array
}

/** The mutant, and what was done where. */
export interface DerMutant {
  readonly bytes: Uint8Array
  readonly what: string
}

const OIDS = [
  ...['1.3.14.3.2.26', '2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3'],
  ...['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.5', '1.2.840.113549.1.1.11', '1.2.840.113549.1.1.13'],
  ...['1.2.840.113549.1.1.10', '1.2.840.10045.4.3.2', '1.2.840.10045.4.3.4', '1.2.840.10045.2.1', '1.3.101.112'],
  ...['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.2', '1.2.840.113549.1.9.3', '1.2.840.113549.1.9.5', '1.2.3.4'],
]

function toNode(value: DerValue): Node {
  const isConstructed = (value.tag & 0x20) !== 0
  return {
    tag: value.tag,
    content: contentOf(value),
    children: isConstructed ? Array.from(childrenOf(value), toNode) : undefined,
  }
}

function encode(node: Node): Uint8Array {
  if (node.raw !== undefined) return node.raw
  return encodeDer(node.tag, ...(node.children === undefined ? [node.content] : node.children.map(encode)))
}

interface Place {
  readonly node: Node
  readonly siblings: Node[]
  readonly at: number
  readonly path: string
}

function* placesOf(node: Node, path: string): Generator<Place> {
  for (const [at, child] of (node.children ?? []).entries()) {
    const here = `${path}.${at}`
    yield { node: child, siblings: node.children ?? [], at, path: here }
    yield* placesOf(child, here)
  }
}

const flip = (bytes: Uint8Array, random: Random) => {
  const copy = Uint8Array.from(bytes)
  const at = random(copy.length)
  if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
  return copy
}

type Mutation = (place: Place, random: Random) => void

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'left out': ({ siblings, at }) => siblings.splice(at, 1),
  doubled: ({ siblings, at, node }) => siblings.splice(at, 0, node),
  'swapped with the next': ({ siblings, at, node }) => {
    const next = siblings[at + 1]
    if (next !== undefined) siblings.splice(at, 2, next, node)
  },
  'with a bit flipped': ({ node }, random) => {
    node.raw = flip(encode(node), random)
  },
  'with a bit of its contents flipped': ({ node }, random) => {
    if (node.children === undefined) node.content = flip(node.content, random)
  },
  'with another tag': ({ node }, random) => {
    const tags = [TAG.sequence, TAG.set, 0xa0, 0xa1, 0xa2, 0x80, TAG.octetString, TAG.integer, TAG.null, TAG.bitString]
    node.tag = tags[random(tags.length)] ?? TAG.null
  },
  'with another identifier': ({ node }, random) => {
    if (node.tag === TAG.oid) node.raw = derOid(OIDS[random(OIDS.length)] ?? '1.2.3')
  },
  'with another number': ({ node }, random) => {
    if (node.tag === TAG.integer) node.raw = derInteger(random(7))
  },
  emptied: ({ node }) => {
    node.content = new Uint8Array(0)
    if (node.children !== undefined) node.children = []
  },
  'with something behind its fields': ({ node }, random) => {
    const more = [derNull(), derInteger(1), derSequence(), Uint8Array.of(0xa5, 0)]
    node.children?.push({
      tag: 0,
      content: new Uint8Array(0),
      children: undefined,
      raw: more[random(more.length)] ?? derNull(),
    })
  },
  'with a length in more octets than needed': ({ node }) => {
    const content = node.children === undefined ? node.content : concatBytes(node.children.map(encode))
    node.raw = concatBytes([
      Uint8Array.of(node.tag, 0x84, 0, content.length >>> 16, (content.length >>> 8) & 255, content.length & 255),
      content,
    ])
  },
  'of indefinite length': ({ node }) => {
    if (node.children === undefined) return
    node.raw = concatBytes([Uint8Array.of(node.tag, 0x80), ...node.children.map(encode), new Uint8Array(2)])
  },
}

/** One mutation of one value; values high up in the structure are chosen as often as those deep in certificates. */
export function mutateDer(der: Uint8Array, random: Random): DerMutant {
  const root = toNode(readDer(der))
  const places = [...placesOf(root, '')]
  const depth = 2 + random(10)
  const near = places.filter(({ path }) => path.split('.').length <= depth)
  const place = near[random(near.length)]
  const names = Object.keys(MUTATIONS)
  const name = names[random(names.length)] ?? ''
  if (place !== undefined) MUTATIONS[name]?.(place, random)
  return { bytes: encode(root), what: `${place?.path ?? ''} ${name}` }
}
