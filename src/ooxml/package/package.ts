/**
 * The Open Packaging Conventions (ECMA-376-2): parts, their content types and the relationships between them.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { finishSteps, type Steps } from '../../pace/turns.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import { childrenOf, type XmlElement } from '../xml/xml-element.js'
import { type NodeBudget, type PartDoubts, parseXmlInSteps } from '../xml/xml-parser.js'
import { refuseForeignArchive, refuseForeignFile } from './foreign-file.js'
import { type PartFile, PartFiles } from './part-files.js'
import { type ExpansionBudget, type PartArchive, ZipReader } from './zip-reader.js'

/** A relationship of a part (ECMA-376-2, 6.5). */
export interface Relationship {
  /**
   * Short name of a type that the standard or Word defines, the same in strict and transitional files: `image`, `hyperlink`,
   * `footnotes`, `diagramDrawing` and others. Any other type keeps its whole URI, and means nothing here.
   */
  readonly type: string
  /** Absolute name of the part (`/word/media/image1.png`), or the unchanged target of an external relationship. */
  readonly target: string
  readonly external: boolean
}

/** A DOCX as a set of parts. Names are absolute, and case is ignored when they are compared (ECMA-376-2, 6.2.2.3). */
export interface OpcPackage {
  /** Name of the main document part, such as `/word/document.xml`. */
  readonly mainPart: string
  /** Bytes of a part, inflated on first use. */
  part(name: string): Uint8Array | undefined
  /** Root element of an XML part, parsed on first use. */
  xml(name: string): XmlElement | undefined
  /** Parses an XML part in steps, before {@link xml} is called for it. */
  loadXml(name: string): Steps<void>
  /** Relationships by id; empty for a part without any. Those of the package itself are found under `/`. */
  relationships(partName: string): ReadonlyMap<string, Relationship>
  /** The first part that a part is related to by this type. */
  relatedPart(partName: string, type: string): string | undefined
  /** Media type of a part in lower case, without parameters. */
  contentType(name: string): string | undefined
  /** What the parts that were read leave in doubt, by their names in the archive. */
  readonly doubts: ReadonlyMap<string, PartDoubts>
}

/** A DOCX: the bytes of the file, or the files that its archive would contain. */
export type DocxSource = Uint8Array | readonly PartFile[]

/** The budget for reading a document, including those embedded in it. */
export interface PackageBudget {
  readonly nodes: NodeBudget
  readonly bytes: ExpansionBudget
}

const ZIP_ENTRY = 'PK\x03\x04'
const CONTENT_TYPES_PART = '/[Content_Types].xml'

/**
 * Opens a DOCX (also DOCM, DOTX and DOTM). Only the directory, the content types and the first relationships are read, and never
 * anything outside the archive.
 *
 * @throws {SealwrightError} `invalid_document` where the archive or a requested part is damaged,
 * `unsupported_document` for other kinds of documents, `document_encrypted` for one with a password,
 * `document_too_complex` past a limit of {@link OOXML_LIMITS}
 */
export function openPackage(source: DocxSource, budget: PackageBudget = createPackageBudget()): OpcPackage {
  return new PartPackage(openArchive(source, budget.bytes), budget.nodes)
}

function openArchive(source: DocxSource, budget: ExpansionBudget): PartArchive {
  if (!(source instanceof Uint8Array)) return new PartFiles(source, budget)
  if (!Buffer.from(source.buffer, source.byteOffset, source.byteLength).includes(ZIP_ENTRY, 0, 'latin1')) {
    throw refuseForeignFile(source)
  }
  return new ZipReader(source, budget)
}

/** The budget of one document, by {@link OOXML_LIMITS}. */
export function createPackageBudget(): PackageBudget {
  return { nodes: { remaining: OOXML_LIMITS.maxXmlNodes }, bytes: { remaining: OOXML_LIMITS.maxExpandedBytes } }
}

class PartPackage implements OpcPackage {
  readonly mainPart: string
  readonly #files: PartArchive
  /** Names in the archive by lower-case part name. */
  readonly #entryNames = new Map<string, string>()
  readonly doubts = new Map<string, PartDoubts>()
  readonly #roots = new Map<string, XmlElement>()
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>()
  readonly #budget: NodeBudget
  readonly #defaultTypes = new Map<string, string>()
  readonly #overriddenTypes = new Map<string, string>()

  constructor(files: PartArchive, budget: NodeBudget) {
    this.#files = files
    this.#budget = budget
    for (const name of files.names) {
      const key = `/${decodePercent(name.replace(/^\/+/, '')).toLowerCase()}`
      // Readers disagree about which of two equivalent names counts (ECMA-376-2, 6.2.2.3 and 7.2.3.4), as they do of equal ones.
      if (this.#entryNames.has(key)) throw ambiguous(`two parts are named ${JSON.stringify(key.slice(0, 80))}`)
      this.#entryNames.set(key, name)
    }
    this.#readContentTypes()
    this.mainPart = this.#findMainPart()
  }

  part(name: string): Uint8Array | undefined {
    const entry = this.#entryName(name)
    return entry === undefined ? undefined : this.#files.read(entry)
  }

  xml(name: string): XmlElement | undefined {
    const entry = this.#entryName(name)
    if (entry === undefined) return undefined
    if (!this.#roots.has(entry)) finishSteps(this.loadXml(name))
    return this.#roots.get(entry)
  }

  *loadXml(name: string): Steps<void> {
    const entry = this.#entryName(name)
    if (entry === undefined || this.#roots.has(entry)) return
    const bytes = this.#files.read(entry)
    if (bytes === undefined) return
    this.#roots.set(entry, yield* parseXmlInSteps(bytes, this.#budget, (doubts) => this.doubts.set(entry, doubts)))
  }

  relationships(partName: string): ReadonlyMap<string, Relationship> {
    const known = this.#relationships.get(partName)
    if (known !== undefined) return known
    const slash = partName.lastIndexOf('/') + 1
    const root = this.xml(`${partName.slice(0, slash)}_rels/${partName.slice(slash)}.rels`)
    const found = new Map<string, Relationship>()
    for (const element of childrenOf(root, 'rel:Relationship')) {
      const { Id: id, Type: type, Target: target, TargetMode: mode } = element.attributes
      if (id === undefined || type === undefined || target === undefined) continue
      const external = mode === 'External' || /^[a-z][a-z\d+.-]+:/i.test(target)
      const resolved = external ? target : this.#resolve(partName, target)
      const other = found.get(id)
      if (other !== undefined && other.target !== resolved) {
        throw ambiguous(`two relationships of ${JSON.stringify(partName.slice(0, 80))} have the same id`)
      }
      found.set(id, { type: relationshipName(type), target: resolved, external })
    }
    this.#relationships.set(partName, found)
    return found
  }

  relatedPart(partName: string, type: string): string | undefined {
    for (const relationship of this.relationships(partName).values()) {
      if (relationship.type === type && !relationship.external && this.#entryName(relationship.target) !== undefined) {
        return relationship.target
      }
    }
    return undefined
  }

  contentType(name: string): string | undefined {
    const key = name.toLowerCase()
    const extension = key.slice(key.lastIndexOf('.') + 1)
    return this.#overriddenTypes.get(key) ?? this.#defaultTypes.get(extension)
  }

  #entryName(name: string): string | undefined {
    return this.#entryNames.get(name.toLowerCase()) ?? this.#entryNames.get(decodePercent(name).toLowerCase())
  }

  #readContentTypes(): void {
    for (const element of childrenOf(this.xml(CONTENT_TYPES_PART))) {
      const { ContentType: type, Extension: extension, PartName: part } = element.attributes
      const mediaType = type?.split(';', 1)[0]?.trim().toLowerCase()
      if (mediaType === undefined) continue
      if (element.name === 'ct:Default' && extension !== undefined) {
        this.#defaultTypes.set(extension.toLowerCase(), mediaType)
      } else if (element.name === 'ct:Override' && part !== undefined) {
        this.#overriddenTypes.set(part.toLowerCase(), mediaType)
      }
    }
  }

  #findMainPart(): string {
    const related = this.relatedPart('/', 'officeDocument')
    for (const { type, target } of this.relationships('/').values()) {
      if (type === 'officeDocument' && target.toLowerCase() !== related?.toLowerCase())
        throw ambiguous('two parts are its main document')
    }
    if (related !== undefined && this.#isWordDocument(related)) return related
    for (const [name, type] of this.#overriddenTypes) {
      if (isWordType(type) && this.#entryName(name) !== undefined) return name
    }
    throw refuseForeignArchive(this.#files.names, related === undefined ? undefined : this.contentType(related))
  }

  #isWordDocument(name: string): boolean {
    const type = this.contentType(name)
    return type === undefined || isWordType(type) || /^(?:application|text)\/xml$/.test(type)
  }

  /** The part that a relative reference refers to (RFC 3986, 5.2). `..` never leads out of the package. */
  #resolve(source: string, target: string): string {
    const path = target.replaceAll('\\', '/').replace(/[?#].*$/s, '')
    const segments = path.startsWith('/') ? [] : source.split('/').slice(1, -1)
    for (const segment of path.split('/')) {
      if (segment === '..') segments.pop()
      else if (segment !== '' && segment !== '.') segments.push(segment)
    }
    return `/${segments.join('/')}`
  }
}

/** What the types of the standard begin with, transitional and strict (ECMA-376-1, 15.2; ECMA-376-4). */
const STANDARD_TYPES = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/',
]

/** Short names of types that are written in another way. The one in lower case is written by some programs. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'core-properties'],
  ['http://schemas.openxmlformats.org/officedocument/2006/relationships/metadata/core-properties', 'core-properties'],
  ['http://schemas.microsoft.com/office/2007/relationships/diagramDrawing', 'diagramDrawing'],
])

/** The short name of a type. Readers follow a type by its whole URI, so an ending alone must not make one. */
function relationshipName(type: string): string {
  const root = STANDARD_TYPES.find((each) => type.startsWith(each))
  return root === undefined ? (OTHER_TYPES.get(type) ?? type) : type.slice(root.length)
}

function ambiguous(what: string): SealwrightError {
  return new SealwrightError('invalid_document', `Programs show different things of the document: ${what}.`)
}

/** Whether a content type is that of a DOCX, DOCM, DOTX or DOTM. */
function isWordType(type: string): boolean {
  return /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)/.test(type)
}

function decodePercent(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
