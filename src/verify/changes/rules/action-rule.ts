/**
 * Actions (ISO 32000-2, 12.6): no new object may bring an action that does more than move the view or open an address.
 *
 * One rule covers all of them. It examines everything that a revision adds, wherever a reader may look for it, and recognises
 * actions by their type.
 *
 * @module
 */
import { append } from '../../../lists.js'
import { resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import { latin1Text } from '../../../pdf/reading.js'
import { gainedObjects } from '../gained-objects.js'
import { forEachReference, TRAILER } from '../reference-graph.js'
import { describeObject, type RevisionPair } from '../revision-pair.js'
import { quoteName, reject, type Verdict } from '../verdict.js'

/** Types of actions (Table 201, and those of earlier versions) that do more than move the view. */
const ACTIVE_TYPES: ReadonlySet<string> = new Set([
  ...['GoTo3DView', 'GoToDp', 'GoToE', 'GoToR', 'Hide', 'ImportData', 'JavaScript', 'Launch', 'Movie', 'NOP'],
  ...[
    'Rendition',
    'ResetForm',
    'RichMediaExecute',
    'SetOCGState',
    'SetState',
    'Sound',
    'SubmitForm',
    'Thread',
    'Trans',
  ],
])
/**
 * Named actions that move the view (Table 215, and two that many viewers support). Acrobat runs any other entry of its menus.
 */
const VIEW_NAMES: ReadonlySet<string> = new Set([
  'NextPage',
  'PrevPage',
  'FirstPage',
  'LastPage',
  'GoBack',
  'GoForward',
])

/** An action of the newer state, and the entry that holds it. */
interface FoundAction extends Entry {
  readonly type: string
}

/** Judges every action that the revision adds or changes. */
export function* judgeActions(pair: RevisionPair): Generator<Verdict> {
  for (const [num, object] of gainedObjects(pair)) {
    const found = findActions(pair, object)
    if (found.length === 0) continue
    const before = entriesBefore(pair, num)
    for (const { key, value, type } of found) {
      if (before.some((entry) => entry.key === key && sameValue(pair.older, entry.value, pair.newer, value))) continue
      yield reject(
        'action_added',
        `An action (${quoteName(type)}) was added, in object ${num} (${describeObject(object)})`,
      )
    }
  }
}

/** Entries that were in an object before, or in one that it led to: programs merge other objects into it. */
function entriesBefore(pair: RevisionPair, num: number): readonly Entry[] {
  const before =
    num === pair.newer.catalogRef.num ? pair.older.catalog : wasReached(pair, num) ? pair.before(num) : null
  const entries = directEntries(before)
  forEachReference(before, (target) => {
    pair.spend(1)
    append(entries, directEntries(pair.before(target)))
  })
  return entries
}

function wasReached(pair: RevisionPair, num: number): boolean {
  return num === TRAILER || pair.graph.isReached(num)
}

/** True where there is no action, or one that only moves the view or opens an address (12.6.4). */
export function isHarmlessAction(pair: RevisionPair, object: PdfObject | undefined): boolean {
  const action = resolveOrNull(pair.newer, object)
  if (action === null) return true
  if (!(action instanceof PdfDict) || action.has('Next')) return false
  const type = nameOf(pair.newValue(action, 'S')) ?? ''
  if (type === 'URI') return isAddress(pair.newValue(action, 'URI'))
  return type === 'GoTo' || (type === 'Named' && isViewName(pair, action))
}

/** Schemes of addresses that open a page, a letter or a call. Others run scripts and programs, or open files of the reader. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'ftp'])

/** True for an address of one of these schemes, or of none ("www.example.com:8080"). Browsers pass over blanks and controls. */
function isAddress(object: PdfObject): boolean {
  if (!(object instanceof PdfString)) return false
  const address = latin1Text(object.bytes).replace(/[^\x21-\x7e]/g, '')
  const [whole = '', scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  const isPort = scheme.includes('.') && /^\d{1,5}(?:[/?#]|$)/.test(address.slice(whole.length))
  return scheme === '' || isPort || SCHEMES.has(scheme.toLowerCase())
}

function isViewName(pair: RevisionPair, action: PdfDict): boolean {
  return VIEW_NAMES.has(nameOf(pair.newValue(action, 'N')) ?? '')
}

function findActions(pair: RevisionPair, object: PdfObject): FoundAction[] {
  return directEntries(object).flatMap(({ key, value }) => {
    const resolved = resolveOrNull(pair.newer, value)
    if (key === 'AA' && holdsActions(pair, resolved)) return { key, value, type: 'AA' }
    // New objects are examined by themselves.
    if (value instanceof PdfRef && pair.isFresh(value.num)) return []
    const type = activeType(pair, resolved)
    return type === undefined ? [] : { key, value, type }
  })
}

/** True for actions that run automatically (12.6.3), harmless or not. A font or a picture may also be named AA. */
function holdsActions(pair: RevisionPair, object: PdfObject): boolean {
  if (!(object instanceof PdfDict)) return false
  return [...object.entries.keys()].some((key) => {
    const action = pair.newValue(object, key)
    return action instanceof PdfDict && action.has('S')
  })
}

/** The type of an action that does more than move the view; `undefined` for everything else. */
function activeType(pair: RevisionPair, object: PdfObject): string | undefined {
  const dict = object instanceof PdfStream ? object.dict : object
  if (!(dict instanceof PdfDict)) return undefined
  if (pair.newValue(dict, 'JS') instanceof PdfString) return 'JavaScript'
  const type = nameOf(pair.newValue(dict, 'S'))
  if (type === 'Named') return isViewName(pair, dict) ? undefined : type
  if (type === 'URI') return isAddress(pair.newValue(dict, 'URI')) ? undefined : type
  return type !== undefined && ACTIVE_TYPES.has(type) ? type : undefined
}

/** A value in an object with its key, or the object as a whole. */
interface Entry {
  readonly key: string
  readonly value: PdfObject
}

/** All dictionaries, streams and references within an object. References are not followed. */
function directEntries(object: PdfObject): Entry[] {
  const entries: Entry[] = []
  const visit = (value: PdfObject, key: string): void => {
    const dict = value instanceof PdfStream ? value.dict : value
    if (dict instanceof PdfDict || value instanceof PdfRef) entries.push({ key, value })
    if (Array.isArray(dict)) for (const item of dict) visit(item, key)
    if (dict instanceof PdfDict) for (const [name, item] of dict.entries) visit(item, name)
  }
  visit(object, '')
  return entries
}
