/**
 * Elements and surroundings for tests of drawings.
 *
 * @module
 */

import type { DrawingEnvironment } from '../../../src/ooxml/drawing/drawing-environment.js'
import { ImageRegistry } from '../../../src/ooxml/drawing/image-registry.js'
import type { OpcPackage, Relationship } from '../../../src/ooxml/package/package.js'
import { TextCensus } from '../../../src/ooxml/text-census.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { drawingBy } from '../../../src/typeset/chart/draw-chart.js'
import { TextLinks } from '../../../src/typeset/model/linked-text.js'

/** An element with attributes and children. */
export function xml(
  name: string,
  attributes: Record<string, string> = {},
  ...children: (XmlElement | string)[]
): XmlElement {
  return { name, attributes, children }
}

/** An environment over parts that exist only here; its warnings are collected. */
export function makeEnvironment(
  parts: Record<string, XmlElement | Uint8Array> = {},
  relationships: Record<string, Relationship> = {},
): DrawingEnvironment & { readonly warnings: string[] } {
  const opcPackage: OpcPackage = {
    mainPart: '/word/document.xml',
    part: (name) => (parts[name] instanceof Uint8Array ? parts[name] : undefined),
    xml: (name) => {
      const part = parts[name]
      return part === undefined || part instanceof Uint8Array ? undefined : part
    },
    *loadXml() {},
    relationships: () => new Map(Object.entries(relationships)),
    relatedPart: () => undefined,
    contentType: () => 'image/png',
    doubts: new Map(),
  }
  const warnings: string[] = []
  return {
    package: opcPackage,
    partName: '/word/document.xml',
    theme: {
      colors: new Map([
        ['accent1', '4472C4'],
        ['lt1', 'FFFFFF'],
      ]),
    },
    census: new TextCensus(),
    images: new ImageRegistry(opcPackage),
    shapeTypes: new Map(),
    textLinks: new TextLinks(),
    drawChart: drawingBy((text, { size }) => text.length * size * 0.5),
    readBlocks: () => [],
    warn: (message) => warnings.push(message),
    warnings,
  }
}

/** The relationship of a picture part. */
export const PICTURE: Relationship = { type: 'image', target: '/word/media/image1.png', external: false }
