/**
 * The rule of strict verifiers on counter-signatures, judged from what qpdf reads of a file before and after: every
 * object that the update writes must be explained by what a signature needs. New objects hang on the /AP, /Lock or /SV of
 * a new or newly signed field or are its value; objects that are written again differ in nothing but the new field.
 *
 * PDF/UA (ISO 14289-1, 7.18.4) asks for what these verifiers refuse: the widget that is seen belongs to a Form element. With
 * `mayTag` that one element is explained, and of the structure tree what leads to it; nothing else in it may differ.
 *
 * Knows nothing of how this package reads or writes.
 *
 * @module
 */
import { withFiles } from './oracles.js'
import { runTool } from './tools.js'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Dict = { readonly [key: string]: Json }

/** A state of a file, as qpdf reads it. */
interface FileState {
  readonly objects: ReadonlyMap<string, Json>
  readonly streams: ReadonlySet<string>
  readonly catalog: string
  /** Offset of each object that stands by itself. */
  readonly offsets: ReadonlyMap<string, number>
  /** All objects that the cross-reference sections know. */
  readonly known: ReadonlySet<string>
}

/** What differs between two revisions beyond what a counter-signature may write; empty when all is explained. */
export async function unexplainedChanges(
  before: Uint8Array,
  after: Uint8Array,
  { password = '', mayTag = false }: { readonly password?: string; readonly mayTag?: boolean } = {},
): Promise<readonly string[]> {
  if (!Buffer.from(after.buffer, after.byteOffset, before.length).equals(before)) return ['earlier bytes were changed']
  const [older, newer] = [await readState(before, password), await readState(after, password)]
  return new UpdateJudge(older, newer, before.length).judge(mayTag)
}

async function readState(bytes: Uint8Array, password: string): Promise<FileState> {
  return withFiles({ 'file.pdf': bytes }, async (path) => {
    const key = `--password=${password}`
    const json = await runTool('qpdf', [key, '--json=2', '--json-key=qpdf', path('file.pdf')])
    const xref = await runTool('qpdf', [key, '--show-xref', path('file.pdf')])
    const [, entries] = (JSON.parse(json.stdout) as { qpdf: [Json, Dict] }).qpdf
    const objects = new Map<string, Json>()
    const streams = new Set<string>()
    for (const [name, entry] of Object.entries(entries)) {
      const number = name.replace(/^obj:/, '')
      const stream = at(entry, 'stream')
      if (stream !== undefined) streams.add(number)
      objects.set(number, (stream === undefined ? at(entry, 'value') : at(stream, 'dict')) ?? null)
    }
    const listed = [...xref.stdout.matchAll(/^(\d+)\/(\d+): uncompressed; offset = (\d+)/gm)]
    const offsets = new Map(listed.map(([, num, gen, offset]) => [`${num} ${gen} R`, Number(offset)]))
    const known = new Set([...xref.stdout.matchAll(/^(\d+)\/(\d+): /gm)].map(([, num, gen]) => `${num} ${gen} R`))
    return { objects, streams, catalog: String(at(objects.get('trailer') ?? null, '/Root')), offsets, known }
  })
}

const CATALOG_KEYS = ['/AcroForm', '/DSS', '/Extensions', '/Metadata', '/MarkInfo', '/Version']
const FORM_KEYS = ['/Fields', '/DR', '/DA', '/Q', '/NeedAppearances']
const SIGNED_FIELD_KEYS = ['/AP', '/AS', '/V', '/F', '/DA', '/Q', '/Ff', '/Type']

/** A page by what it says, or by the node of the page tree that lists it where it says nothing. */
function isPage({ objects }: FileState, number: string): boolean {
  const page = objects.get(number) ?? null
  const type = at(page, '/Type')
  if (type !== undefined) return type === '/Page'
  const parent = at(page, '/Parent')
  const node = isReference(parent) ? (objects.get(parent) ?? null) : null
  return at(node, '/Type') === '/Pages' && list(at(node, '/Kids') ?? null).includes(number)
}

class UpdateJudge {
  readonly #older: FileState
  readonly #newer: FileState
  readonly #written: ReadonlySet<string>
  readonly #explained = new Set<string>()
  readonly #widgets = new Set<string>()
  readonly #faults: string[] = []

  constructor(older: FileState, newer: FileState, start: number) {
    this.#older = older
    this.#newer = newer
    const isWritten = ([, offset]: [string, number]) => offset >= start
    this.#written = new Set([...newer.offsets].filter(isWritten).map(([number]) => number))
  }

  judge(mayTag: boolean): string[] {
    this.#judgeNumbers()
    this.#judgeForm()
    this.#judgePages()
    if (mayTag) this.#judgeStructure()
    for (const number of this.#written) {
      const type = at(this.#newer.objects.get(number) ?? null, '/Type')
      if (this.#explained.has(number) || type === '/XRef') continue
      this.#faults.push(`object ${number} (${String(type ?? 'no type')}) is not explained`)
    }
    return this.#faults
  }

  /** A number that something refers to would come to mean an object that was not there when that was signed. */
  #judgeNumbers(): void {
    const { objects, known } = this.#older
    for (const [holder, object] of objects) {
      for (const number of JSON.stringify(object).matchAll(/"(\d+ \d+ R)"/g)) {
        const reference = String(number[1])
        if (known.has(reference) || !this.#written.has(reference)) continue
        this.#faults.push(`object ${reference} is new, but ${holder} referred to it before`)
      }
    }
  }

  #judgeForm(): void {
    const catalog = [this.#old(this.#older.catalog), this.#new(this.#newer.catalog)] as const
    this.#compare('the catalog', ...catalog, CATALOG_KEYS)
    this.#explain(this.#newer.catalog)
    const form = catalog.map((dict) => at(dict, '/AcroForm')) as [Json, Json]
    this.#explain(form[1])
    this.#compare('the form', this.#old(form[0]), this.#new(form[1]), FORM_KEYS)
    const [before, after] = [at(this.#old(form[0]), '/Fields'), at(this.#new(form[1]), '/Fields')]
    this.#explain(after)
    this.#judgeFields(before, after)
  }

  #judgeFields(before: Json | undefined, after: Json | undefined): void {
    const known = new Set(list(this.#old(before)))
    const present = list(this.#new(after))
    for (const number of known) if (!present.includes(number)) this.#faults.push(`field ${String(number)} was deleted`)
    for (const number of present) {
      const field = this.#new(number)
      const kids = list(this.#new(at(field, '/Kids')))
      const children = kids.filter((kid) => at(this.#new(kid), '/T') !== undefined)
      if (children.length > 0) this.#judgeFields(at(this.#old(number), '/Kids'), at(field, '/Kids'))
      else if (!known.has(number)) this.#judgeNewField(number, kids)
      else this.#judgeKnownField(number)
    }
  }

  #judgeNewField(number: Json, kids: readonly Json[]): void {
    const field = this.#new(number)
    if (at(field, '/FT') !== '/Sig') this.#faults.push(`field ${String(number)} is new and no signature field`)
    this.#explain(number)
    for (const widget of kids.length === 0 ? [number] : kids) {
      this.#widgets.add(String(widget))
      this.#explain(widget)
      this.#explainAll(at(this.#new(widget), '/AP'))
    }
    for (const key of ['/AP', '/Lock', '/SV']) this.#explainAll(at(field, key))
    this.#explainValue(field)
  }

  #judgeKnownField(number: Json): void {
    const [before, after] = [this.#old(number), this.#new(number)]
    const isSigned = at(before, '/V') === undefined && at(after, '/V') !== undefined
    if (!isSigned) return
    this.#compare(`field ${String(number)}`, before, after, SIGNED_FIELD_KEYS)
    this.#explain(number)
    this.#explainAll(at(after, '/AP'))
    this.#explainValue(after)
  }

  #explainValue(field: Json | undefined): void {
    const value = at(field, '/V')
    if (value === undefined) return
    if (!isReference(value) || this.#older.known.has(value)) this.#faults.push('a signature is no new object')
    this.#explain(value)
  }

  #judgePages(): void {
    for (const number of this.#written) {
      const [before, after] = [this.#old(number), this.#new(number)]
      if (!isPage(this.#older, number)) continue
      this.#compare(`page ${number}`, before, after, ['/Annots'])
      this.#explain(number)
    }
    for (const [number, page] of this.#newer.objects) {
      if (!isPage(this.#newer, number)) continue
      const annotations = at(page, '/Annots')
      const known = list(this.#old(at(this.#old(number), '/Annots')))
      const present = list(this.#new(annotations))
      const others = present.filter((item) => !known.includes(item) && !this.#widgets.has(String(item)))
      if (others.length === 0 && known.every((item) => present.includes(item))) this.#explain(annotations)
    }
  }

  #judgeStructure(): void {
    const root = at(this.#new(this.#newer.catalog), '/StructTreeRoot')
    const [before, after] = [this.#old(root), this.#new(root)]
    this.#compare('the structure tree', before, after, ['/K', '/ParentTree', '/ParentTreeNextKey'])
    this.#explain(root)
    this.#judgeElements(at(before, '/K'), at(after, '/K'), 0)
    this.#judgeParentTree(at(before, '/ParentTree'), at(after, '/ParentTree'))
  }

  /** New elements stand last, below the root or its one kid, and hold one new widget each. */
  #judgeElements(before: Json | undefined, after: Json | undefined, depth: number): void {
    const [known, present] = [kidsOf(before, this.#old(before)), kidsOf(after, this.#new(after))]
    this.#explain(after)
    if (JSON.stringify(present.slice(0, known.length)) !== JSON.stringify(known)) {
      this.#faults.push('elements of the structure were changed')
    }
    for (const added of present.slice(known.length)) {
      const element = this.#new(added)
      const holds = at(this.#new(at(element, '/K')), '/Obj')
      // No /ActualText, /Alt or /E, by which something else would be read out than is drawn (14.9).
      const isBare = Object.keys(element ?? {}).every((key) => ELEMENT_KEYS.has(key))
      if (isBare && at(element, '/S') === '/Form' && this.#widgets.has(String(holds))) this.#explain(added)
    }
    const [only] = known
    if (depth > 0 || known.length !== 1 || !isReference(only) || !this.#written.has(only)) return
    this.#compare(`element ${only}`, this.#old(only), this.#new(only), ['/K'])
    this.#explain(only)
    this.#judgeElements(at(this.#old(only), '/K'), at(this.#new(only), '/K'), depth + 1)
  }

  /** A node of the parent tree keeps what it had; entries for new elements follow. */
  #judgeParentTree(before: Json | undefined, after: Json | undefined): void {
    const [older, newer] = [this.#old(before), this.#new(after)]
    this.#compare('the parent tree', older, newer, ['/Nums', '/Kids', '/Limits'])
    for (const key of ['/Nums', '/Kids']) {
      const [known, present] = [list(this.#old(at(older, key))), list(this.#new(at(newer, key)))]
      const added = present.slice(known.length).filter((item) => typeof item !== 'number')
      const isSame = JSON.stringify(present.slice(0, known.length)) === JSON.stringify(known)
      if (isSame && added.every((item) => this.#explained.has(String(item)))) continue
      this.#faults.push('entries of the parent tree were changed')
    }
    this.#explain(after)
    const last = list(this.#new(at(newer, '/Kids'))).at(-1)
    if (last !== undefined) this.#judgeParentTree(last, last)
  }

  #compare(what: string, before: Json, after: Json, ignored: readonly string[]): void {
    const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
    for (const key of keys) {
      if (ignored.includes(key) || JSON.stringify(at(before, key)) === JSON.stringify(at(after, key))) continue
      this.#faults.push(`${key} of ${what} was changed`)
    }
  }

  /** Explains an object itself. Streams of earlier revisions are never written again. */
  #explain(object: Json | undefined): void {
    if (isReference(object) && !this.#older.streams.has(object)) this.#explained.add(object)
  }

  /** Explains what was written of an object and of all that it leads to. */
  #explainAll(object: Json | undefined): void {
    if (isReference(object)) {
      if (!this.#written.has(object) || this.#explained.has(object)) return
      this.#explain(object)
      this.#explainAll(this.#newer.objects.get(object))
    } else if (typeof object === 'object' && object !== null) {
      for (const item of Object.values(object)) this.#explainAll(item)
    }
  }

  #old(object: Json | undefined): Json {
    return (isReference(object) ? this.#older.objects.get(object) : object) ?? null
  }

  #new(object: Json | undefined): Json {
    return (isReference(object) ? this.#newer.objects.get(object) : object) ?? null
  }
}

function at(object: Json | undefined, key: string): Json | undefined {
  return typeof object === 'object' && object !== null && !Array.isArray(object) ? (object as Dict)[key] : undefined
}

const ELEMENT_KEYS: ReadonlySet<string> = new Set(['/Type', '/S', '/P', '/Pg', '/K'])

function list(object: Json): readonly Json[] {
  return Array.isArray(object) ? object : []
}

/** The kids of an element: an array of them, or one that stands by itself. */
function kidsOf(kid: Json | undefined, resolved: Json): readonly Json[] {
  if (Array.isArray(resolved)) return resolved
  return kid === undefined || resolved === null ? [] : [kid]
}

function isReference(object: Json | undefined): object is string {
  return typeof object === 'string' && /^\d+ \d+ R$/.test(object)
}
