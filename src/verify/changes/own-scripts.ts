/**
 * Finds scripts that a signed document runs by itself. They can set fields to other values than were signed, once another field
 * was filled in or a day has come, without any change to the file. No script is run to find out.
 *
 * @module
 */
import { append } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { rootFields } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { decodeTextString, readTextEntry } from '../../pdf/text.js'
import { quoteText } from '../foreign-text.js'

/** Pages, fields, widgets and actions that are visited. */
const MAX_STEPS = 20_000

/** Events of fields and annotations that need no hand: formatting, and pages that open, close, appear and vanish (12.6.3). */
const EVENTS = ['F', 'PO', 'PC', 'PV', 'PI']

/**
 * Formatting and validating as Acrobat's dialogs write it: one call with plain arguments, which says nothing but the value of
 * its own field.
 */
const PLAIN_CALL = /^\s*AF\w+\s*\([^()]*\)\s*;?\s*$/

/** Where a document has scripts that run without a click or a key, in words; `undefined` for none. */
export function describeOwnScripts(document: PdfDocument): string | undefined {
  const search = new ScriptSearch(document)
  if (search.runsOnOpening()) return 'when it is opened'
  const page = search.findPage()
  if (page !== undefined) return `on page ${page}`
  // With steps of its own, so that many pages do not use them up.
  const field = new ScriptSearch(document).findField()
  return field === undefined ? undefined : `in field ${quoteText(field)}`
}

class ScriptSearch {
  readonly #document: PdfDocument
  readonly #seen = new Set<PdfObject>()
  #steps = MAX_STEPS

  constructor(document: PdfDocument) {
    this.#document = document
  }

  runsOnOpening(): boolean {
    const { catalog } = this.#document
    const names = this.#dict(catalog.get('Names'))
    return (
      this.#dict(names?.get('JavaScript')) !== undefined ||
      this.#isScript(catalog.get('OpenAction')) ||
      this.#hasScript(catalog.get('AA'))
    )
  }

  /** Number of the first page with a script, counted from 1. Those on a page run when it is opened. */
  findPage(): number | undefined {
    const pending = [this.#document.catalog.get('Pages')]
    for (let number = 1; pending.length > 0 && this.#steps-- > 0; ) {
      const node = this.#dict(pending.pop())
      if (node === undefined || this.#seen.has(node)) continue
      this.#seen.add(node)
      const kids = resolveOrNull(this.#document, node.get('Kids'))
      if (Array.isArray(kids)) append(pending, kids.toReversed())
      else if (this.#hasScript(node.get('AA'))) return number
      else number++
    }
    return undefined
  }

  /** Name of a field with a script, as far as its own entry tells. */
  findField(): string | undefined {
    const fields = resolveOrNull(this.#document, rootFields(this.#document))
    const pending = (Array.isArray(fields) ? fields : []).map((object) => ({ object, name: '' }))
    for (let next = pending.pop(); next !== undefined && this.#steps-- > 0; next = pending.pop()) {
      const dict = this.#dict(next.object)
      if (dict === undefined || this.#seen.has(dict)) continue
      this.#seen.add(dict)
      const name = readTextEntry(this.#document, dict, 'T') ?? next.name
      const events = this.#dict(dict.get('AA'))
      if (EVENTS.some((event) => this.#isScript(events?.get(event)))) return name
      const kids = resolveOrNull(this.#document, dict.get('Kids'))
      for (const object of Array.isArray(kids) ? kids : []) pending.push({ object, name })
    }
    return undefined
  }

  /** Whether any event of a dictionary of events runs a script. */
  #hasScript(events: PdfObject | undefined): boolean {
    const dict = this.#dict(events)
    return dict !== undefined && [...dict.entries.values()].some((action) => this.#isScript(action))
  }

  /** Whether an action, or one that follows it, is a script of more than one plain call. */
  #isScript(object: PdfObject | undefined): boolean {
    const pending = [object]
    for (; pending.length > 0 && this.#steps-- > 0; ) {
      const action = this.#dict(pending.pop())
      if (action === undefined || this.#seen.has(action)) continue
      this.#seen.add(action)
      const script = resolveOrNull(this.#document, action.get('JS'))
      const isScript = script !== null || nameOf(resolveOrNull(this.#document, action.get('S'))) === 'JavaScript'
      const isPlain = script instanceof PdfString && PLAIN_CALL.test(decodeTextString(script.bytes))
      if (isScript && !isPlain) return true
      const next = resolveOrNull(this.#document, action.get('Next'))
      append(pending, Array.isArray(next) ? next.slice(0, Math.max(0, this.#steps)) : [next])
    }
    return false
  }

  #dict(object: PdfObject | undefined): PdfDict | undefined {
    const value = resolveOrNull(this.#document, object)
    return value instanceof PdfDict ? value : undefined
  }
}
