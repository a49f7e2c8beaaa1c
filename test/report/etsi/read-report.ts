/**
 * A validation report as tests read it: with the strict reader that trusted lists are read with, which is not the writer's.
 *
 * @module
 */

import { readSignedXml } from '../../../src/trust-lists/xml/read-signed-xml.js'
import {
  attributeValue,
  contentText,
  isSignedElement,
  type SignedElement,
  type SignedXml,
} from '../../../src/trust-lists/xml/signed-tree.js'

/** A report, and how to find things in it. */
export interface ReadReport {
  readonly xml: SignedXml
  readonly text: string
  /** All elements of that name, in the order of the file. */
  all(name: string): readonly SignedElement[]
  /** The texts of all elements of that name; empty for one that holds elements. */
  texts(name: string): readonly string[]
  /** All references to objects that lead nowhere. */
  danglingReferences(): readonly string[]
}

/** Reads a report. The reader refuses what is not well-formed, and identifiers that stand twice. */
export function readReport(bytes: Uint8Array): ReadReport {
  const xml = readSignedXml(bytes)
  const elements = [...walk(xml.root)]
  const all = (name: string) => elements.filter(({ localName }) => localName === name)
  return {
    xml,
    text: new TextDecoder().decode(bytes),
    all,
    texts: (name) => all(name).map(ownText),
    danglingReferences: () =>
      elements
        .flatMap((element) => (attributeValue(element, 'VOReference') ?? '').split(' '))
        .filter((id) => id !== '' && !xml.byId.has(id)),
  }
}

/** The text of an element; empty for one that holds elements. */
export function ownText(element: SignedElement): string {
  return element.children.some(isSignedElement) ? '' : contentText(element)
}

/** The elements of a part of a report, itself first. */
export function* walk(element: SignedElement): Generator<SignedElement> {
  yield element
  for (const child of element.children) if (isSignedElement(child)) yield* walk(child)
}
