/**
 * The basic object types of PDF (ISO 32000-2, 7.3) as plain values.
 *
 * Integers are JavaScript numbers. A real that was read from a file keeps its spelling, so that an object can be
 * written again without changing the type or the digits of any number in it.
 *
 * @module
 */

import { latin1Text } from './syntax/syntax.js'

/** Any PDF object. `null`, booleans and arrays are themselves; a number is an integer, or a real that this program made. */
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

/** A real number as it was spelled in the file. */
export class PdfReal {
  readonly value: number
  readonly spelling: string

  constructor(value: number, spelling: string) {
    this.value = value
    this.spelling = spelling
  }
}

const names = new Map<string, PdfName>()
/** The standard has some hundreds of names; those in files are unlimited. */
const MAX_INTERNED_NAMES = 4096
/** The names that were last read, each at the place that the hash of its bytes gives. */
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
      // Hostile files may hold millions of distinct names: past the cap they are simply not shared.
      if (names.size < MAX_INTERNED_NAMES) names.set(value, name)
    }
    return name
  }

  /**
   * The name that these bytes spell; they hold no escape. A name that was read before costs no new string.
   *
   * @param hash Of the bytes, by {@link addToHash}: whoever looks for the end of a name goes through them anyway.
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

/** The hash of a name with one more byte; that of none is 0. */
export function addToHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0
}

function isSpelledBy(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false
  return true
}

/** Makes the bytes of a string from how it is spelled. */
type StringDecoder = (spelling: Uint8Array) => Uint8Array

/**
 * A string object: its bytes (decrypted), and whether it is written in hexadecimal.
 *
 * What was read from a file is a place in it until its bytes are asked for: an array of bytes takes some hundred bytes
 * besides, a string in a file three, and most strings are never looked at.
 */
export class PdfString {
  readonly hex: boolean
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  /** `undefined` where the bytes stand in the source as they are. */
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

  /** The value as it stands, a reference unresolved; `undefined` when the key is absent. */
  get(key: string): PdfObject | undefined {
    return this.entries.get(key)
  }

  has(key: string): boolean {
    return this.entries.has(key)
  }

  /** A copy in which `changes` replace or add entries; `undefined` removes one. */
  with(changes: Record<string, PdfObject | undefined>): PdfDict {
    const entries = new Map(this.entries)
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) entries.delete(key)
      else entries.set(key, value)
    }
    return new PdfDict(entries)
  }
}

/** A stream: its dictionary and its bytes as stored (still encoded by /Filter; decrypted). */
export class PdfStream {
  readonly dict: PdfDict
  readonly data: Uint8Array

  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict
    this.data = data
  }
}

/** Bytes to be written just as they are, for values that are filled in later; tells where they landed. */
export class PdfVerbatim {
  readonly bytes: Uint8Array
  /** Offset of the bytes in what was written; -1 before. */
  offset = -1

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Where new indirect objects go: a new file, or an increment appended to an existing one. */
export interface ObjectSink {
  /** Takes the next free object number. */
  allocate(): PdfRef
  /** Stores the object under a reference that was allocated, or that exists in the file and is replaced. */
  put(ref: PdfRef, object: PdfObject): void
  /** `allocate` and `put` in one. */
  add(object: PdfObject): PdfRef
}

/** The number, whether it is an integer or a real; `undefined` for anything else. */
export function numberOf(object: PdfObject | undefined): number | undefined {
  if (typeof object === 'number') return object
  return object instanceof PdfReal ? object.value : undefined
}

/** The name's text; `undefined` for anything else. */
export function nameOf(object: PdfObject | undefined): string | undefined {
  return object instanceof PdfName ? object.value : undefined
}
