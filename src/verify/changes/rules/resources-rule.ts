/**
 * Resources of pages and appearances (ISO 32000-2, 7.8.3). Some programs, such as LibreOffice, use one dictionary for all
 * pages, all appearances and the default resources of the form. When iText and PDFBox sign, they add a font or a drawing to
 * the latter, and thereby to all.
 *
 * Existing resources may not be removed, and no content may use a name that is new or changed. (PDFBox rewrites its drawing
 * under the same name with each signature.) Then every page and appearance draws the same as before.
 *
 * @module
 */
import { type ChangedNames, findUsedName } from '../../../ink/index.js'
import { resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../pdf/objects.js'
import type { ChangeRule } from '../change-rule.js'
import type { DrawnPair } from '../drawn-pair.js'
import { namesAskedFor } from '../fields/asked-names.js'
import { anchorKind } from '../usages.js'
import { quoteKey, reject } from '../verdict.js'

/** Categories whose resources are only used by name. A colour space can be a default (8.6.5.6). */
const NAMED = new Set(['Font', 'XObject', 'ExtGState', 'Pattern', 'Shading', 'Properties'])
/** Largest number of levels between a dictionary of fonts and the page that holds it. */
const MAX_LEVELS = 3
/** Most pages and forms that share one dictionary. */
const MAX_HOLDERS = 20_000

/** The category of resources at the end of a path: '' for all of them, `undefined` for another path. */
export function resourceCategory(path: readonly string[]): string | undefined {
  const at = Math.max(path.lastIndexOf('Resources'), path.lastIndexOf('DR'))
  const [category = '', ...deeper] = at < 0 ? ['?', '?'] : path.slice(at + 1)
  return deeper.length === 0 && (category === '' || NAMED.has(category)) ? category : undefined
}

export const resourcesRule: ChangeRule<DrawnPair> = {
  kind: 'resources',
  *judge(pair, num) {
    const fault = findFault(pair, num)
    if (fault !== undefined)
      yield reject('resources_changed', `The resources of pages or fields were changed: ${fault}`)
  },
}

function findFault(pair: DrawnPair, num: number): string | undefined {
  const [before, after] = [pair.before(num), pair.after(num)]
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return 'they were removed or replaced'
  const categories = new Set([...pair.usages.usagesOf(num)].map(({ path }) => resourceCategory(path)))
  const isCategory = !categories.has('')
  if (!isCategory && categories.size > 1) return 'they serve two purposes'
  const names: NewNames = new Map()
  const fault = isCategory
    ? [...categories].map((category = '') => addNames(pair, before, after, { names, category })).find(isFault)
    : addNamesOfAll(pair, before, after, names)
  return fault ?? (names.size === 0 ? undefined : findUse(pair, num, names))
}

type NewNames = Map<string, Set<string>>

function isFault(fault: string | undefined): fault is string {
  return fault !== undefined
}

/** Adds the names that are new or changed in any category. */
function addNamesOfAll(pair: DrawnPair, before: PdfDict, after: PdfDict, names: NewNames): string | undefined {
  for (const category of new Set([...before.entries.keys(), ...after.entries.keys()])) {
    // Operator sets in use, which no reader reads (14.2).
    if (category === 'ProcSet') continue
    const [older, newer] = [pair.oldValue(before, category), pair.newValue(after, category)]
    if (NAMED.has(category) && newer instanceof PdfDict && (older === null || older instanceof PdfDict)) {
      const fault = addNames(pair, older ?? new PdfDict(), newer, { names, category })
      if (fault !== undefined) return fault
    } else if (!sameValue(pair.older, before.get(category), pair.newer, after.get(category), category)) {
      return quoteKey(category)
    }
  }
  return undefined
}

/** Adds the names that are new or changed in one category. */
function addNames(
  pair: DrawnPair,
  before: PdfDict,
  after: PdfDict,
  { names, category }: { readonly names: NewNames; readonly category: string },
): string | undefined {
  const add = (name: string) => names.set(name, (names.get(name) ?? new Set()).add(category))
  for (const [name, object] of before.entries) {
    if (object === null || sameValue(pair.older, object, pair.newer, after.get(name))) continue
    if (pair.newValue(after, name) === null) return quoteKey(name)
    add(name)
  }
  for (const name of after.entries.keys()) if (!before.has(name)) add(name)
  return undefined
}

/** Describes a user of one of the names; `undefined` when there is none. */
function findUse(pair: DrawnPair, num: number, names: ChangedNames): string | undefined {
  const holders = new Set<number>()
  if (!collectHolders(pair, num, holders, 0)) return 'it cannot be told who draws with them'
  const seen = new Set<PdfStream>()
  for (const holder of holders) {
    const object = pair.before(holder)
    const kind = anchorKind(pair, holder, object)
    // A field draws its text with a font of its default resources, by the name in /DA.
    const used =
      kind === 'field' || kind === 'annotation'
        ? [...namesAskedFor(pair)].find((name) => names.has(name))
        : findUsedName(pair, object, resourcesOf(pair, object), names, seen)
    if (used !== undefined) return `${quoteKey(used)} was added or exchanged, which content asks for`
  }
  return undefined
}

function resourcesOf(pair: DrawnPair, holder: PdfObject): PdfDict {
  let node: PdfObject = holder instanceof PdfStream ? holder.dict : holder
  for (let level = 0; node instanceof PdfDict && level < 64; level++) {
    const resources = pair.oldValue(node, 'Resources')
    if (resources instanceof PdfDict) return resources
    node = pair.oldValue(node, 'Parent')
  }
  return new PdfDict()
}

/** Collects pages, forms and fields that draw with a dictionary; false when there is another holder, or too many. */
function collectHolders(pair: DrawnPair, num: number, holders: Set<number>, level: number): boolean {
  if (level > MAX_LEVELS) return false
  for (const source of pair.graph.sourcesOf(num)) {
    pair.spend(1)
    const object = pair.before(source)
    const kind = anchorKind(pair, source, object)
    if (kind === 'page-tree') {
      if (!collectHeirs(pair, source, holders, 0)) return false
    } else if (kind === 'page' || kind === 'field' || kind === 'annotation' || object instanceof PdfStream) {
      holders.add(source)
    } else if (kind === 'catalog' || isForm(pair, source)) {
      // The default resources of the form have a rule of their own.
    } else if (
      !(object instanceof PdfDict) ||
      object.has('CharProcs') ||
      !collectHolders(pair, source, holders, level + 1)
    ) {
      return false
    }
    if (holders.size > MAX_HOLDERS) return false
  }
  return true
}

function isForm(pair: DrawnPair, num: number): boolean {
  const form = pair.older.catalog.get('AcroForm')
  return form instanceof PdfRef && form.num === num
}

/** Collects pages that have no resources of their own and inherit those of the page tree (7.7.3.4). */
function collectHeirs(pair: DrawnPair, node: number, holders: Set<number>, level: number): boolean {
  if (level > 32) return false
  const kids = pair.oldValue(asDict(pair.before(node)), 'Kids')
  for (const kid of Array.isArray(kids) ? kids : []) {
    pair.spend(1)
    const dict = resolveOrNull(pair.older, kid)
    if (!(kid instanceof PdfRef) || !(dict instanceof PdfDict) || holders.size > MAX_HOLDERS) return false
    // Resources that are null or missing are inherited as well.
    if (pair.oldValue(dict, 'Resources') instanceof PdfDict) continue
    if (!dict.has('Kids')) holders.add(kid.num)
    else if (!collectHeirs(pair, kid.num, holders, level + 1)) return false
  }
  return true
}

function asDict(object: PdfObject): PdfDict | undefined {
  return object instanceof PdfDict ? object : undefined
}
