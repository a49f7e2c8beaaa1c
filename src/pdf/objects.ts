/**
 * The basic object types of PDF (ISO 32000-2, 7.3) as plain values.
 *
 * Integers are JavaScript numbers. A real from a file keeps its spelling, so that an object can be rewritten without changing
 * the type or the digits of any number in it.
 *
 * @module
 */

import { latin1Text } from './syntax/syntax.js'

/** Any PDF object. `null`, booleans and arrays are themselves; a number is an integer, or a real made by this program. */
export type PdfObject =
  | null
  | boolean
  | number
  | PdfReal
  | PdfName
  | PdfString
  | PdfRef
  | PdfObject[]
  | PdfDict
  | PdfStream
  | PdfVerbatim

/** A real number in the spelling of the file. */
export class PdfReal {
  readonly value: number
  readonly spelling: string

  constructor(value: number, spelling: string) {
    this.value = value
    this.spelling = spelling
  }
}

const names = new Map<string, PdfName>()
/** Most names that are shared. The standard has some hundreds, but files may have any number. */
const MAX_INTERNED_NAMES = 4096
/** Recently read names, each at an index given by the hash of its bytes. */
const recentNames: (PdfName | undefined)[] = new Array(1024)

/** A name, decoded: `#xx` escapes are resolved and each byte is one char (Latin-1). Compare by `value`. */
export class PdfName {
  readonly value: string

  private constructor(value: string) {
    this.value = value
  }

  static of(value: string): PdfName {
    let name = names.get(value)
    if (name === undefined) {
      name = new PdfName(value)
      // Hostile files may hold millions of distinct names, so names beyond the limit are not shared.
      if (names.size < MAX_INTERNED_NAMES) names.set(value, name)
    }
    return name
  }

  /**
   * The name spelled by these bytes, which contain no escape. A recently read name costs no new string.
   *
   * @param hash Hash of the bytes by {@link addToHash}, which the caller computes while looking for the end of the name.
   */
  static read(bytes: Uint8Array, start: number, end: number, hash: number): PdfName {
    const place = (hash ^ (hash >>> 10)) & (recentNames.length - 1)
    const recent = recentNames[place]
    if (recent !== undefined && isSpelledBy(recent.value, bytes, start, end)) return recent
    const name = PdfName.of(latin1Text(bytes, start, end))
    recentNames[place] = name
    return name
  }
}

/** The hash of a name with one more byte; the hash of the empty name is 0. */
export function addToHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0
}

function isSpelledBy(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false
  return true
}

/** Computes the bytes of a string from its spelling. */
type StringDecoder = (spelling: Uint8Array) => Uint8Array

/**
 * A string object: its decrypted bytes, and whether it is written in hexadecimal.
 *
 * A string from a file only refers to its place there until its bytes are needed. An array of bytes takes some hundred bytes
 * of memory, a string in a file may take three, and most strings are never read.
 */
export class PdfString {
  readonly hex: boolean
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  /** `undefined` when the source holds the bytes themselves. */
  readonly decode: StringDecoder | undefined

  constructor(source: Uint8Array, hex = false, start = 0, end: number = source.length, decode?: StringDecoder) {
    this.source = source
    this.hex = hex
    this.start = start
    this.end = end
    this.decode = decode
  }

  get bytes(): Uint8Array {
    const { source, start, end, decode } = this
    const spelling = start === 0 && end === source.length ? source : source.subarray(start, end)
    return decode === undefined ? spelling : decode(spelling)
  }
}

/** An indirect reference. */
export class PdfRef {
  readonly num: number
  readonly gen: number

  constructor(num: number, gen = 0) {
    this.num = num
    this.gen = gen
  }
}

/** A dictionary: keys (without the slash) to objects, in file order. */
export class PdfDict {
  readonly entries: Map<string, PdfObject>

  constructor(entries: Map<string, PdfObject> | Record<string, PdfObject> = new Map()) {
    this.entries = entries instanceof Map ? entries : new Map(Object.entries(entries))
  }

  /** The value itself, without resolving a reference; `undefined` when the key is absent. */
  get(key: string): PdfObject | undefined {
    return this.entries.get(key)
  }

  has(key: string): boolean {
    return this.entries.has(key)
  }

  /** A copy with entries replaced or added by `changes`; `undefined` removes an entry. */
  with(changes: Record<string, PdfObject | undefined>): PdfDict {
    const entries = new Map(this.entries)
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) entries.delete(key)
      else entries.set(key, value)
    }
    return new PdfDict(entries)
  }
}

/** A stream: its dictionary and its stored bytes (decrypted, and still encoded by /Filter). */
export class PdfStream {
  readonly dict: PdfDict
  readonly data: Uint8Array

  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict
    this.data = data
  }
}

/** Bytes to be written unchanged, for values that are filled in later. Records its offset. */
export class PdfVerbatim {
  readonly bytes: Uint8Array
  /** Offset of the bytes in the output; -1 before they are written. */
  offset = -1

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Receives new indirect objects, for a new file, or for an increment to an existing one. */
export interface ObjectSink {
  /** Reserves the next free object number. */
  allocate(): PdfRef
  /** Stores an object under a reference that was allocated, or that exists in the file and is replaced. */
  put(ref: PdfRef, object: PdfObject): void
  /** Combines `allocate` and `put`. */
  add(object: PdfObject): PdfRef
}

/** The value of an integer or a real; `undefined` for anything else. */
export function numberOf(object: PdfObject | undefined): number | undefined {
  if (typeof object === 'number') return object
  return object instanceof PdfReal ? object.value : undefined
}

/** The name's text; `undefined` for anything else. */
export function nameOf(object: PdfObject | undefined): string | undefined {
  return object instanceof PdfName ? object.value : undefined
}
