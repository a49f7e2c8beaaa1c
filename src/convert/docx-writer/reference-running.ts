/**
 * Headers and footers of a reference document, with the pictures in them.
 *
 * @module
 */

import type { OpcPackage } from '../../ooxml/package/package.js'
import { childOf, childrenOf } from '../../ooxml/xml/xml-element.js'
import type { RunningContent } from './flow-document.js'
import { toLinkTarget } from './link-target.js'
import type { XmlPart } from './package/docx-package.js'
import { Relationships } from './package/relationships.js'

/** A header or footer that is copied from the reference document. */
interface CopiedRunningPart {
  readonly kind: 'header' | 'footer'
  /** Pages on which the part is shown, as in w:type. */
  readonly pages: 'default' | 'first' | 'even'
  /** Name of the part's file, without its extension. */
  readonly name: string
}

/** Headers and footers taken from a reference document. */
export interface ReferenceRunning extends Pick<RunningContent, 'headerDistance' | 'footerDistance'> {
  readonly parts: readonly CopiedRunningPart[]
  /** The parts, with all files that they need. */
  readonly files: readonly XmlPart[]
  readonly hasFirstPage: boolean
  readonly hasEvenPages: boolean
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const NO_RUNNING: ReferenceRunning = { parts: [], files: [], hasFirstPage: false, hasEvenPages: false }

/** Reads the headers and footers of the last section. A header that needs more than pictures and links is left out. */
export function readReferenceRunning(source: OpcPackage): ReferenceRunning {
  const section = childOf(childOf(source.xml(source.mainPart), 'w:body'), 'w:sectPr')
  if (section === undefined) return NO_RUNNING
  const parts: CopiedRunningPart[] = []
  const files = new Map<string, XmlPart>()
  for (const kind of ['header', 'footer'] as const) {
    for (const { attributes } of childrenOf(section, `w:${kind}Reference`)) {
      const target = source.relationships(source.mainPart).get(attributes['r:id'] ?? '')?.target
      const pages = attributes['w:type'] ?? 'default'
      if (target === undefined || (pages !== 'default' && pages !== 'first' && pages !== 'even')) continue
      const name = `reference-${kind}-${pages}`
      const copied = copyPart(source, target, { kind, name })
      if (copied === undefined) continue
      parts.push({ kind, pages, name })
      for (const file of copied) files.set(file.name, file)
    }
  }
  const margins = childOf(section, 'w:pgMar')?.attributes ?? {}
  const settings = source.relatedPart(source.mainPart, 'settings')
  return {
    parts,
    files: [...files.values()],
    hasFirstPage: isOn(childOf(section, 'w:titlePg')),
    hasEvenPages: settings !== undefined && isOn(childOf(source.xml(settings), 'w:evenAndOddHeaders')),
    ...distance('headerDistance', margins['w:header']),
    ...distance('footerDistance', margins['w:footer']),
  }
}

function isOn(element: ReturnType<typeof childOf>): boolean {
  return element !== undefined && !/^(?:0|false|off)$/.test(element.attributes['w:val'] ?? '')
}

function distance(name: 'headerDistance' | 'footerDistance', value: string | undefined): Partial<ReferenceRunning> {
  const twips = Number.parseInt(value ?? '', 10)
  return Number.isFinite(twips) ? { [name]: twips } : {}
}

/** Copies a part under another name, with its pictures. `undefined` when it needs anything else. */
function copyPart(
  source: OpcPackage,
  part: string,
  { kind, name }: Pick<CopiedRunningPart, 'kind' | 'name'>,
): XmlPart[] | undefined {
  const content = source.part(part)
  // A part that is not well-formed XML is left out.
  if (content === undefined || source.xml(part) === undefined) return undefined
  const relationships = new Relationships()
  const pictures: XmlPart[] = []
  for (const [id, { type, target, external }] of source.relationships(part)) {
    const address = external && type === 'hyperlink' ? toLinkTarget(target) : undefined
    const bytes = external || type !== 'image' ? undefined : source.part(target)
    const pictureType = source.contentType(target)
    if (address !== undefined) relationships.addAs(id, type, address, true)
    else if (bytes !== undefined && pictureType !== undefined) {
      const file = `reference${target.slice(target.lastIndexOf('/'))}`
      relationships.addAs(id, type, file)
      pictures.push({ name: `word/${file}`, contentType: pictureType, content: bytes })
    } else return undefined
  }
  return [{ name: `word/${name}.xml`, contentType: `${WORD}.${kind}+xml`, content, relationships }, ...pictures]
}
