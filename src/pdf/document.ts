/**
 * A PDF file, read lazily: opening it reads the cross-reference chain and nothing else.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { smallest } from '../lists.js'
import { type DocumentAccess, FULL_ACCESS } from './encryption/document-access.js'
import { SecurityHandler } from './encryption/security-handler.js'
import { decodeStreamData } from './filter/decode-stream.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from './objects.js'
import { ObjectParser } from './syntax/object-parser.js'
import { ObjectReader, type PdfAnomaly, takeHeader } from './syntax/object-reader.js'
import { type ObjectStream, readObjectStream } from './syntax/object-stream.js'
import { PDF_LIMITS } from './syntax/pdf-limits.js'
import { latin1Text } from './syntax/syntax.js'
import { groupRevisions, type PdfRevision } from './xref/revisions.js'
import { findHeader, findStartXref, readXrefChain } from './xref/xref-chain.js'
import { completeTrailer, rebuildXref } from './xref/xref-rebuild.js'
import { damaged, looksLikeXref, type XrefSection } from './xref/xref-section.js'
import { type XrefEntry, XrefTable } from './xref/xref-table.js'

interface OpenOptions {
  /** The user or owner password, as text, or as bytes in the encoding that the document's encryption uses. Default: empty. */
  readonly password?: string | Uint8Array | undefined
  /** Called for every error in the file that was tolerated. */
  readonly onAnomaly?: (anomaly: PdfAnomaly) => void
}

/** What opens an encrypted file, with the dictionary that says how: every value direct, strings as they stand in the file. */
interface OpenedSecurity {
  readonly handler: SecurityHandler
  readonly dictionary: PdfDict
}

interface FileLayout {
  /** The handler of a later state of the same file, when its Encrypt dictionary is the same. */
  readonly security?: OpenedSecurity | undefined
  /** Index in the file that all byte offsets in it count from: where %PDF- stands, or 0. */
  readonly origin: number
  /** Position of %PDF-, if already known. */
  readonly header?: number
  /** Cross-reference sections, newest first. */
  readonly sections: readonly XrefSection[]
  readonly rebuilt: boolean
}

/**
 * A PDF file and the objects in it.
 *
 * @example
 * ```ts
 * const document = PdfDocument.open(bytes)
 * const catalog = document.catalog
 * const pages = document.resolve(catalog.get('Pages'))
 * ```
 */
export class PdfDocument {
  readonly bytes: Uint8Array
  readonly origin: number
  readonly xref: XrefTable
  /** Cross-reference sections, newest first. */
  readonly sections: readonly XrefSection[]
  /** True when the cross-reference data was unusable and the file was searched for its objects. */
  readonly rebuilt: boolean
  readonly #security: OpenedSecurity | undefined
  readonly #body: Uint8Array
  readonly #reader: ObjectReader
  readonly #onAnomaly: ((anomaly: PdfAnomaly) => void) | undefined
  readonly #password: string | Uint8Array | undefined
  readonly #cache = new Map<number, PdfObject>()
  readonly #loading = new Set<number>()
  readonly #objectStreams = new Map<number, ObjectStream>()
  #objectStreamBytes = 0
  #header: number | undefined
  #revisions: PdfRevision[] | undefined

  private constructor(bytes: Uint8Array, layout: FileLayout, options: OpenOptions) {
    this.bytes = bytes
    this.origin = layout.origin
    this.#header = layout.header
    this.sections = layout.sections
    this.rebuilt = layout.rebuilt
    this.#body = bytes.subarray(layout.origin)
    this.#onAnomaly = options.onAnomaly
    this.#reader = new ObjectReader({
      body: this.#body,
      origin: layout.origin,
      size: bytes.length,
      onAnomaly: options.onAnomaly,
      resolve: (object) => this.resolve(object),
    })
    this.xref = new XrefTable(layout.sections)
    this.#password = options.password
    this.#security = layout.security ?? this.#openSecurity()
  }

  get security(): SecurityHandler | undefined {
    return this.#security?.handler
  }

  /** The Encrypt dictionary, not decrypted and with every value direct; `undefined` for a file that is not encrypted. */
  get encryption(): PdfDict | undefined {
    return this.#security?.dictionary
  }

  /**
   * Opens a file by its cross-reference data, without repair.
   *
   * @throws SealwrightError `invalid_document` when the bytes are no PDF or the chain cannot be read,
   * `document_encrypted` when a password is needed, `document_too_complex` past a limit.
   */
  static open(bytes: Uint8Array, options: OpenOptions = {}): PdfDocument {
    const header = findHeader(bytes)
    const start = findStartXref(bytes)
    // Offsets are relative to the header (7.5.2), but files with bytes before it often have them relative to the start.
    const origin = looksLikeXref(bytes, header + start) ? header : 0
    const sections = readXrefChain(bytes.subarray(origin), start, (code, offset) =>
      options.onAnomaly?.({ code, offset }),
    )
    return new PdfDocument(bytes, { origin, header, sections, rebuilt: false }, options)
  }

  /**
   * Opens a file by searching it for objects, for signing a file with damaged cross-reference data. A verifier must never do
   * this, since two readers can rebuild the same bytes differently.
   *
   * @throws SealwrightError as {@link PdfDocument.open}.
   */
  static openRebuilt(bytes: Uint8Array, options: OpenOptions = {}): PdfDocument {
    const origin = findHeader(bytes)
    const body = bytes.subarray(origin)
    const openWith = (section: XrefSection) =>
      new PdfDocument(bytes, { origin, sections: [section], rebuilt: true }, options)
    const { section, mixedEncryption } = rebuildXref(body)
    let bare: PdfDocument
    try {
      bare = openWith(section)
    } catch (error) {
      if (!mixedEncryption) throw error
      // In two concatenated files the readable part counts, as in widespread readers.
      bare = openWith({ ...section, trailer: section.trailer.with({ Encrypt: undefined }) })
    }
    const listed = openWith(rebuildXref(body, bare).section)
    return openWith({ ...(listed.sections[0] as XrefSection), trailer: completeTrailer(listed) })
  }

  /**
   * The file in the state of a revision: its first `end` bytes, with the sections up to that revision.
   *
   * @param end Index of the first byte after the revision.
   */
  atRevision({ sections }: PdfRevision, end: number): PdfDocument {
    const chain = this.sections.slice(smallest(sections))
    const bytes = this.bytes.subarray(0, end)
    const layout = { origin: this.origin, sections: chain, rebuilt: this.rebuilt }
    const password = this.#password
    const options = this.#onAnomaly === undefined ? { password } : { password, onAnomaly: this.#onAnomaly }
    const bare = new PdfDocument(bytes, { ...layout, security: this.#security }, options)
    const sameHandler = this.#encryptionEntry() === bare.#encryptionEntry()
    return sameHandler ? bare : new PdfDocument(bytes, layout, options)
  }

  /** A text that identifies the encryption: the place of the Encrypt dictionary. */
  #encryptionEntry(): string {
    const encrypt = this.trailer.get('Encrypt')
    if (!(encrypt instanceof PdfRef)) return encrypt === undefined ? 'none' : `direct ${this.sections[0]?.offset}`
    const entry = this.xref.get(encrypt.num)
    return entry?.type === 'in-use' ? `at ${entry.offset}` : `${encrypt.num} missing`
  }

  /** The trailer dictionary of the newest section. */
  get trailer(): PdfDict {
    return (this.sections[0] as XrefSection).trailer
  }

  /** The reference to the catalog. */
  get catalogRef(): PdfRef {
    const root = this.trailer.get('Root')
    if (!(root instanceof PdfRef)) throw damaged('the trailer names no catalog')
    return root
  }

  /** The catalog, root of the object hierarchy (7.7.2). */
  get catalog(): PdfDict {
    const catalog = this.resolve(this.catalogRef)
    if (!(catalog instanceof PdfDict)) throw damaged('the catalog is not a dictionary')
    return catalog
  }

  /** Rights of the user who opened the document. */
  get access(): DocumentAccess {
    return this.security?.access ?? FULL_ACCESS
  }

  /** Revisions, oldest first. */
  get revisions(): readonly PdfRevision[] {
    this.#revisions ??= groupRevisions(this.sections)
    return this.#revisions
  }

  /** Index of the revision that the current form of an object came from; `undefined` when there is no such object. */
  revisionOf(num: number): number | undefined {
    const section = this.xref.get(num)?.section
    if (section === undefined) return undefined
    return this.revisions.find((revision) => revision.sections.includes(section))?.index
  }

  /**
   * The lowest object number that no revision used or reserved by its /Size. A /Size beyond all object numbers, or one that
   * leaves none for increments, reserves nothing.
   */
  get nextObjectNumber(): number {
    let next = Math.max(1, this.xref.size)
    for (const { trailer, streamNumber } of this.sections) {
      const size = numberOf(trailer.get('Size')) ?? 0
      if (Number.isInteger(size) && size <= PDF_LIMITS.maxObjectNumber - SPARE_NUMBERS) next = Math.max(next, size)
      if (streamNumber !== undefined) next = Math.max(next, streamNumber + 1)
    }
    return next
  }

  /** Follows references to the object they lead to. Absent, free and circular objects are null (7.3.10). */
  resolve(object: PdfObject | undefined): PdfObject {
    let current = object
    for (let hops = 0; current instanceof PdfRef; hops++) {
      if (hops > 32) return null
      current = this.get(current)
    }
    return current ?? null
  }

  /** The resolved value of a key. */
  lookup(dict: PdfDict, key: string): PdfObject {
    return this.resolve(dict.get(key))
  }

  /** The resolved value of a key if it is a dictionary. */
  lookupDict(dict: PdfDict, key: string): PdfDict | undefined {
    const value = this.lookup(dict, key)
    return value instanceof PdfDict ? value : undefined
  }

  /** The resolved value of a key if it is an array. */
  lookupArray(dict: PdfDict, key: string): PdfObject[] | undefined {
    const value = this.lookup(dict, key)
    return Array.isArray(value) ? value : undefined
  }

  /**
   * The object with this number, decrypted; null when it is absent, or has another generation.
   *
   * @throws SealwrightError `invalid_document` when it cannot be read, `document_too_complex` past a limit.
   */
  get({ num, gen }: PdfRef): PdfObject {
    if (this.xref.generationOf(num) !== gen) return null
    const known = this.#cache.get(num)
    if (known !== undefined) return known
    const entry = this.xref.get(num)
    // An object that is being read is needed to read itself, for example as its own /Length.
    if (entry === undefined || this.#loading.has(num)) return null
    if (this.#loading.size >= PDF_LIMITS.maxReadingDepth) {
      throw new SealwrightError('document_too_complex', 'Too many objects of the PDF are needed to read one of them.')
    }
    this.#loading.add(num)
    try {
      const object = this.#load(num, entry)
      this.#cache.set(num, object)
      return object
    } finally {
      this.#loading.delete(num)
    }
  }

  /**
   * True when every entry of the cross-reference leads to an object header, and every object stream exists. The objects are
   * not read.
   *
   * @param options.ignoreZero Ignores entries with offset 0, which many programs leave in use and most readers ignore.
   */
  hasSoundEntries(options: { ignoreZero?: boolean } = {}): boolean {
    const parser = new ObjectParser(this.#body)
    for (const num of this.xref.numbers()) {
      const entry = this.xref.get(num)
      if (entry?.type === 'compressed') {
        const container = this.xref.get(entry.stream)
        if (container?.type !== 'in-use' || container.gen !== 0) return false
      } else if (entry !== undefined) {
        if (entry.offset === 0 && options.ignoreZero === true) continue
        parser.pos = entry.offset
        if (!takeHeader(parser, num, entry.gen)) return false
      }
    }
    return true
  }

  /** The decoded data of a stream. */
  decode(stream: PdfStream, options: { maxBytes?: number; tolerant?: boolean } = {}): Uint8Array {
    return decodeStreamData(stream.dict, stream.data, (object) => this.resolve(object), options)
  }

  /** Index of the header: see {@link findHeader}, which says what it throws. */
  get header(): number {
    this.#header ??= findHeader(this.bytes)
    return this.#header
  }

  /** The version that the header names, as `1.7`. */
  get headerVersion(): string {
    const start = this.header + 5
    return /^\d\.\d/.exec(latin1Text(this.bytes, start, Math.min(this.bytes.length, start + 8)))?.[0] ?? '1.0'
  }

  /** The effective version: the catalog's /Version overrides the header's when it is later (7.2.2). */
  get version(): string {
    const inHeader = this.headerVersion
    const value = this.lookup(this.catalog, 'Version')
    const inCatalog = value !== null && typeof value === 'object' && 'value' in value ? String(value.value) : ''
    return /^\d\.\d$/.test(inCatalog) && inCatalog > inHeader ? inCatalog : inHeader
  }

  #load(num: number, entry: XrefEntry): PdfObject {
    // Once the budget is used up, a caller that goes on must not start more work.
    this.#reader.spend(0)
    if (entry.type === 'compressed') {
      const stream = this.objectStream(entry.stream)
      if (stream !== undefined) return this.#reader.readCompressed(num, stream, entry.index)
      throw damaged(`object ${num} should be in object stream ${entry.stream}, which is not one`)
    }
    const { object, ref } = this.#reader.readIndirect(num, entry.gen, entry.offset)
    // Cross-reference streams are never encrypted, and the Encrypt dictionary itself is read before there is a handler.
    if (this.security === undefined) return object
    if (object instanceof PdfStream) this.#reader.spendOnBytes(object.data.length)
    return this.security.decryptObject(ref, object)
  }

  /** The decoded object stream with this number; `undefined` when the object is not an object stream. */
  objectStream(num: number): ObjectStream | undefined {
    const known = this.#objectStreams.get(num)
    if (known !== undefined) return known
    // Object streams have generation 0 and must not be in one another (7.5.7), so this cannot recurse.
    const entry = this.xref.get(num)
    if (entry?.type !== 'in-use' || entry.gen !== 0) return undefined
    const container = this.get(new PdfRef(num, entry.gen))
    if (!(container instanceof PdfStream)) return undefined
    if (this.#reader.isGarbled(num) || this.#reader.isUnterminated(num))
      throw damaged(`the dictionary of object stream ${num} is malformed`)
    const stream = readObjectStream(container.dict, this.decode(container), (object) => this.resolve(object))
    if (stream === undefined) return undefined
    this.#reader.spend(stream.data.length + stream.numbers.byteLength + stream.offsets.byteLength)
    if (this.#objectStreamBytes + stream.data.length > PDF_LIMITS.maxObjectStreamCacheBytes) {
      this.#objectStreams.clear()
      this.#objectStreamBytes = 0
    }
    this.#objectStreams.set(num, stream)
    this.#objectStreamBytes += stream.data.length
    return stream
  }

  #openSecurity(): OpenedSecurity | undefined {
    const encrypt = this.resolve(this.trailer.get('Encrypt'))
    if (!(encrypt instanceof PdfDict)) return undefined
    const id = this.resolve(this.trailer.get('ID'))
    const first = Array.isArray(id) ? this.resolve(id[0]) : null
    const dictionary = this.#resolveDeep(encrypt, 0) as PdfDict
    const handler = SecurityHandler.open(
      dictionary,
      first instanceof PdfString ? first.bytes : new Uint8Array(0),
      this.#password,
    )
    // Objects that were read before the handler existed are not decrypted.
    this.#cache.clear()
    this.#objectStreams.clear()
    return { handler, dictionary }
  }

  /** A copy of a small dictionary with every reference resolved. A large one is cut off, with what equals nothing. */
  #resolveDeep(object: PdfObject, depth: number, budget = { nodes: MAX_ENCRYPT_NODES }): PdfObject {
    if (depth > 8 || budget.nodes-- <= 0) return Number.NaN
    const value = this.resolve(object)
    if (Array.isArray(value)) return value.map((item) => this.#resolveDeep(item, depth + 1, budget))
    if (!(value instanceof PdfDict)) return value
    const entries = new Map<string, PdfObject>()
    for (const [key, item] of value.entries) entries.set(key, this.#resolveDeep(item, depth + 1, budget))
    return new PdfDict(entries)
  }

  /** True when reading the object involved a guess, so that rewriting it could lose something. */
  isGarbled(num: number): boolean {
    return this.#reader.isGarbled(num)
  }
}

/** Object numbers that are kept free for increments: more than any of ours takes. */
const SPARE_NUMBERS = 65_536

/** Most values in an Encrypt dictionary, including crypt filters and recipients. */
const MAX_ENCRYPT_NODES = 4096
