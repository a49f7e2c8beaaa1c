/**
 * Whether content may draw something else with the resources of another state (ISO 32000-2, 7.8.3). Programs add fonts and
 * drawings to resources that pages and appearances share. That changes nothing for content that uses none of the new names.
 *
 * @module
 */

import { append } from '../../lists.js'
import { type ComparedStates, resolveOrNull, sameThroughout } from '../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { CHAR_CLASS, REGULAR } from '../../pdf/reading.js'
import type { DrawnStates } from '../drawn-states.js'

/** Two states with their drawings, and with the objects that are equal in both. */
export type LookStates = DrawnStates & ComparedStates

const SLASH = 0x2f
const NUMBER_SIGN = 0x23
/** Most decoded content that is searched for one revision, in bytes. No honest page comes near. */
const MAX_BYTES = 32 * 1024 * 1024
/** Bytes of content whose search counts as one step of comparison. */
const BYTES_PER_STEP = 256
/** Most streams that draw with the resources of one page. */
const MAX_STREAMS = 4096
/** Longest name that all readers keep whole (Annex C of ISO 32000-1 gives this limit). */
const MAX_NAME_LENGTH = 127
/** Bytes that PDFium takes for blanks. */
const BLANKS_OF_PDFIUM = /[\x80\xff]/

/** Names that are new or whose resource changed, with the categories in which they did. */
export type ChangedNames = ReadonlyMap<string, ReadonlySet<string>>

/** Content, and the resources in which its names are looked for first. */
interface Drawing {
  readonly streams: readonly PdfStream[]
  readonly resources: PdfDict
  /** True for a stream whose resources are in its own dictionary. */
  readonly isForm: boolean
}

/**
 * The first of some names that a page or a form uses from its resources; `undefined` when it uses none of them. Unreadable
 * content counts as using any name.
 *
 * Where a form, a pattern, a glyph or an appearance lacks a resource, Poppler and PDFium take that of the page. So everything
 * that a page draws is searched, including forms inside of forms.
 *
 * Every slash counts as the beginning of a name, also in strings and in the data of images: one name too many does no harm.
 *
 * @param holder A page, or the stream of a form, whose resources are meant.
 * @param seen Streams that were already searched for these names, by other pages that draw them.
 */
export function findUsedName(
  pair: DrawnStates,
  holder: PdfObject,
  resources: PdfDict,
  names: ChangedNames,
  seen: Set<PdfStream>,
): string | undefined {
  const own = { streams: contentsOf(pair, holder), resources: new PdfDict(), isForm: false }
  const pending: Drawing[] = [own, ...drawingsIn(pair, resources), ...appearancesOf(pair, holder)]
  let searched = 0
  let left = MAX_BYTES
  for (let drawing = pending.pop(); drawing !== undefined; drawing = pending.pop()) {
    const { streams } = drawing
    // Only forms are skipped when seen: page contents and glyphs use the resources of their holder, which may differ.
    const form = drawing.isForm ? streams[0] : undefined
    if (form !== undefined && seen.has(form)) continue
    if (form !== undefined) seen.add(form)
    searched += streams.length
    if (searched > MAX_STREAMS || !hasReadableResources(pair, drawing.resources)) return '?'
    const parts = streams.map((stream) => {
      const bytes = decodeOrUndefined(pair, stream, left)
      left -= bytes?.length ?? 0
      return bytes
    })
    if (!parts.every((bytes) => bytes !== undefined)) return '?'
    const found = findName(pair, parts, (name) => asksOutside(pair, drawing.resources, names, name))
    if (found !== undefined) return found
    append(pending, drawingsIn(pair, drawing.resources))
  }
  return undefined
}

/** True for a changed name that is not found in the resources of the content itself. */
function asksOutside(pair: DrawnStates, own: PdfDict, names: ChangedNames, name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return true
  const categories = [...(names.get(name) ?? [])]
  return categories.some((category) => {
    const items = pair.oldValue(own, category)
    return !(items instanceof PdfDict) || pair.oldValue(items, name) === null
  })
}

/** What the entries of resources draw, each with resources of its own. */
function drawingsIn(pair: DrawnStates, resources: PdfDict): Drawing[] {
  const drawings: Drawing[] = []
  const addStream = (object: PdfObject) => {
    if (object instanceof PdfStream && nameOf(pair.oldValue(object.dict, 'Subtype')) !== 'Image') {
      drawings.push({ streams: [object], resources: resourcesIn(pair, object.dict), isForm: true })
    }
  }
  const addState = (object: PdfObject) => {
    const mask = object instanceof PdfDict ? pair.oldValue(object, 'SMask') : null
    if (mask instanceof PdfDict) addStream(pair.oldValue(mask, 'G'))
    const font = object instanceof PdfDict ? pair.oldValue(object, 'Font') : null
    if (Array.isArray(font)) append(drawings, glyphsOf(pair, resolveOrNull(pair.older, font[0])))
  }
  for (const object of [...valuesIn(pair, resources, 'XObject'), ...valuesIn(pair, resources, 'Pattern')]) {
    addStream(object)
    if (object instanceof PdfDict) addState(pair.oldValue(object, 'ExtGState'))
  }
  for (const state of valuesIn(pair, resources, 'ExtGState')) addState(state)
  for (const font of valuesIn(pair, resources, 'Font')) append(drawings, glyphsOf(pair, font))
  return drawings
}

/** The glyphs of a Type 3 font (9.6.4), each with its own content. */
function glyphsOf(pair: DrawnStates, font: PdfObject): Drawing[] {
  if (!(font instanceof PdfDict) || nameOf(pair.oldValue(font, 'Subtype')) !== 'Type3') return []
  const resources = resourcesIn(pair, font)
  return valuesIn(pair, font, 'CharProcs').flatMap((glyph) =>
    glyph instanceof PdfStream ? [{ streams: [glyph], resources, isForm: false }] : [],
  )
}

/** The appearances of the annotations of a page, in all their states (12.5.5). */
function appearancesOf(pair: DrawnStates, holder: PdfObject): Drawing[] {
  const annotations = holder instanceof PdfDict ? pair.oldValue(holder, 'Annots') : null
  if (!Array.isArray(annotations)) return []
  pair.spend(annotations.length)
  return annotations.flatMap((item) => {
    const annotation = resolveOrNull(pair.older, item)
    const looks = annotation instanceof PdfDict ? valuesIn(pair, annotation, 'AP') : []
    const states = looks.flatMap((look) => (look instanceof PdfDict ? valuesOf(pair, look) : [look]))
    return states.flatMap((look) =>
      look instanceof PdfStream ? [{ streams: [look], resources: resourcesIn(pair, look.dict), isForm: true }] : [],
    )
  })
}

function contentsOf(pair: DrawnStates, holder: PdfObject): PdfStream[] {
  if (holder instanceof PdfStream) return [holder]
  const contents = holder instanceof PdfDict ? pair.oldValue(holder, 'Contents') : null
  const list = Array.isArray(contents) ? contents.map((item) => resolveOrNull(pair.older, item)) : [contents]
  return list.filter((item) => item instanceof PdfStream)
}

function resourcesIn(pair: DrawnStates, dict: PdfDict): PdfDict {
  const resources = pair.oldValue(dict, 'Resources')
  if (resources instanceof PdfStream) return resources.dict
  return resources instanceof PdfDict ? resources : new PdfDict()
}

/** False when a category is a stream, because some readers take the entries of its dictionary for resources. */
function hasReadableResources(pair: DrawnStates, resources: PdfDict): boolean {
  return [...resources.entries.keys()].every((category) => !(pair.oldValue(resources, category) instanceof PdfStream))
}

function valuesIn(pair: DrawnStates, dict: PdfDict, key: string): PdfObject[] {
  const items = pair.oldValue(dict, key)
  return items instanceof PdfDict ? valuesOf(pair, items) : []
}

function valuesOf(pair: DrawnStates, dict: PdfDict): PdfObject[] {
  pair.spend(dict.entries.size)
  return [...dict.entries.values()].map((item) => (item instanceof PdfRef ? resolveOrNull(pair.older, item) : item))
}

function decodeOrUndefined(pair: DrawnStates, stream: PdfStream, maxBytes: number): Uint8Array | undefined {
  try {
    return pair.older.decode(stream, { maxBytes })
  } catch {
    return undefined
  }
}

type IsAskedFor = (name: string) => boolean

/** Searches each part, and then all parts joined: PDF.js reads a name on from one stream into the next. */
function findName(pair: DrawnStates, parts: readonly Uint8Array[], isAskedFor: IsAskedFor): string | undefined {
  const wholes = parts.length > 1 ? [...parts, Buffer.concat(parts)] : parts
  for (const bytes of wholes) {
    pair.spend(1 + bytes.length / BYTES_PER_STEP)
    for (let at = bytes.indexOf(SLASH); at >= 0; at = bytes.indexOf(SLASH, at + 1)) {
      const name = readName(bytes, at + 1)
      if (isAskedFor(name)) return name
      const [short = name] = name.split(BLANKS_OF_PDFIUM, 1)
      if (short !== name && isAskedFor(short)) return short
    }
  }
  return undefined
}

/** The name whose first character stands at `start`, with its escapes decoded (7.3.5). */
function readName(bytes: Uint8Array, start: number): string {
  let name = ''
  for (let at = start; at < bytes.length && CHAR_CLASS[bytes[at] ?? -1] === REGULAR; at++) {
    const code = bytes[at] ?? 0
    const escaped = code === NUMBER_SIGN ? String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escaped)
    name += String.fromCharCode(isEscape ? Number.parseInt(escaped, 16) : code)
    if (isEscape) at += 2
  }
  return name
}

/** Key of the operator sets in use, which no viewer reads (ISO 32000-2, 14.2). */
const PROCEDURE_SETS = 'ProcSet'

/** The differences between two resource dictionaries. */
interface ChangedResources {
  readonly older: PdfDict
  /** Names whose resource changed; `undefined` where content uses the difference without a name. */
  readonly names: ChangedNames | undefined
  /** Streams that were searched and use none of the names. */
  readonly seen: Set<PdfStream>
}

/** Differences by the newer resources, since many pages share theirs. */
const known = new WeakMap<PdfDict, ChangedResources>()

/**
 * True when a page or an appearance uses a name that is new, or whose resource changed.
 *
 * @param holder The page, or the stream of an appearance, in the older state.
 */
export function usesChangedNames(
  pair: LookStates,
  holder: PdfDict | PdfStream,
  [one, other]: readonly [PdfObject, PdfObject],
): boolean {
  const [older, newer] = [one ?? new PdfDict(), other ?? new PdfDict()]
  if (!(older instanceof PdfDict) || !(newer instanceof PdfDict)) return !sameThroughout(pair, older, newer)
  let changed = known.get(newer)
  if (changed?.older !== older) {
    changed = { older, names: findChangedNames(pair, older, newer), seen: new Set() }
    known.set(newer, changed)
  }
  const { names, seen } = changed
  return names === undefined || (names.size > 0 && findUsedName(pair, holder, older, names, seen) !== undefined)
}

function findChangedNames(pair: LookStates, older: PdfDict, newer: PdfDict): ChangedNames | undefined {
  const names = new Map<string, Set<string>>()
  for (const category of keysOf(older, newer)) {
    if (category === PROCEDURE_SETS || sameThroughout(pair, older.get(category), newer.get(category))) continue
    const [before, after] = [pair.oldValue(older, category), pair.newValue(newer, category)]
    // A default colour space replaces another one without being named (8.6.5.6).
    if (category === 'ColorSpace' || !isDictOrNull(before) || !isDictOrNull(after)) return undefined
    for (const name of keysOf(before ?? new PdfDict(), after ?? new PdfDict())) {
      if (sameThroughout(pair, before?.get(name), after?.get(name))) continue
      names.set(name, (names.get(name) ?? new Set()).add(category))
    }
  }
  return names
}

function isDictOrNull(object: PdfObject): object is PdfDict | null {
  return object === null || object instanceof PdfDict
}

function keysOf(one: PdfDict, other: PdfDict): Set<string> {
  return new Set([...one.entries.keys(), ...other.entries.keys()])
}
