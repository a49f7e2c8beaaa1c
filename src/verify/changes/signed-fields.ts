/**
 * Finds fields that show something else than their value in the state that a signature covers, and scripts that could make
 * them. The signer sees one text, and a program that reads the values or runs the scripts gets another. That is worth a
 * warning, both when signing and when verifying.
 *
 * @module
 */
import { FileDrawings, readShownText } from '../../ink/index.js'
import type { PdfDocument } from '../../pdf/document.js'
import {
  appearanceStreams,
  type FieldState,
  type FieldWidget,
  isInvisible,
  isPushButton,
  normalizeShown,
  readFieldState,
  shownAppearance,
  valueText,
} from '../../pdf/forms.js'
import { readOrNull, resolveOrNull } from '../../pdf/lookup.js'
import { PdfDict } from '../../pdf/objects.js'
import { quoteText } from '../foreign-text.js'
import type { Finding } from '../report.js'
import type { RevisionView } from '../revision-view.js'
import { DrawnPair } from './drawn-pair.js'
import { labelOf, terminalFields } from './fields/form-field.js'
import { describeOwnScripts } from './own-scripts.js'
import { forEachReference, ReferenceGraph } from './reference-graph.js'
import { withoutChanges } from './revision-pair.js'
import { isOnByValue } from './rules/button-rule.js'
import { markOf } from './rules/kept-mark-rule.js'

/** Limits for one file with all its signatures. */
const LIMITS = {
  /** Fields and references that are visited. */
  maxSteps: 200_000,
  /** Widgets that are drawn. Forms for people have some hundreds. */
  maxDrawn: 500,
  /** Objects that the drawings of a field lead to. A field with more is not compared between revisions. */
  maxParts: 100,
  /** Warnings for one signature. The last one counts the omitted ones. */
  maxWarnings: 20,
} as const

/**
 * Reads the forms of one file.
 *
 * @example
 * ```ts
 * const warnings = new SignedFields().warningsOf({ document, index: 0 })
 * ```
 */
export class SignedFields {
  #drawings: FileDrawings | undefined
  readonly #work = { steps: LIMITS.maxSteps }
  /** Results by version of the field, since most fields are the same for all signatures. */
  readonly #known = new Map<string, string | undefined>()
  #drawn = 0

  /** Warnings about the form in a revision. Never throws: what cannot be determined gives no warning. */
  warningsOf({ document, index }: Pick<RevisionView, 'document' | 'index'>): readonly Finding[] {
    const messages = new Set<string>()
    try {
      for (const message of this.#findDifferences(document, index)) messages.add(message)
    } catch {
      // Other checks report a form that is too large or too broken to be read.
    }
    const listed = [...messages].slice(0, LIMITS.maxWarnings)
    const more = messages.size - listed.length
    if (more > 0) listed.push(`At least ${more} more fields show something other than their value.`)
    return [
      ...listed.map((message) => ({ code: 'field_shows_other_text', message })),
      ...this.#warningsOfScripts(document),
    ]
  }

  #warningsOfScripts(document: PdfDocument): Finding[] {
    try {
      const where = document.catalog.has('AcroForm') ? describeOwnScripts(document) : undefined
      if (where === undefined) return []
      const message = `The document runs a script of its own ${where}: Firefox, Acrobat and others may show other values in fields than were signed.`
      return [{ code: 'document_runs_scripts', message }]
    } catch {
      return []
    }
  }

  *#findDifferences(document: PdfDocument, index: number): Generator<string> {
    const form = resolveOrNull(document, document.catalog.get('AcroForm'))
    if (!(form instanceof PdfDict)) return
    const view = withoutChanges(document, index)
    const graph = () => new ReferenceGraph(document)
    this.#drawings ??= new FileDrawings(document.bytes.length)
    const input = { older: document, view, graph, work: this.#work, firstSigned: index, signed: view }
    const state = new DrawnPair(input, this.#drawings)
    const isRedrawn = resolveOrNull(document, form.get('NeedAppearances')) === true
    for (const num of terminalFields(state, document)) {
      const field = readFieldState(document, num)
      if (field === undefined || field.type === 'Sig' || isPushButton(field)) continue
      for (const widget of field.widgets) {
        if (!widget.dict.has('AP') || isInvisible(document, widget.dict)) continue
        const key = `${isRedrawn} ${versionOf(document, field, widget) ?? `${index} ${widget.num}`}`
        if (!this.#known.has(key)) {
          if (++this.#drawn > LIMITS.maxDrawn) {
            yield `The form has more than ${LIMITS.maxDrawn} fields: not all were compared with what they show.`
            return
          }
          this.#known.set(key, describeDifference(state, field, widget, isRedrawn))
        }
        const message = this.#known.get(key)
        if (message !== undefined) yield message
      }
    }
  }
}

/**
 * A key of the field's value and the revisions that its dictionaries and drawings come from; `undefined` when there are too
 * many objects.
 */
function versionOf(document: PdfDocument, field: FieldState, { num, dict }: FieldWidget): string | undefined {
  const reached = new Set<number>()
  for (const stream of appearanceStreams(document, dict).values()) {
    forEachReference(stream, (target) => reached.add(target))
  }
  // Iterating over a growing set also reaches the items added meanwhile.
  for (const each of reached) {
    if (reached.size > LIMITS.maxParts) return undefined
    forEachReference(readOrNull(document, each), (target) => reached.add(target))
  }
  const versions = [field.num, num, ...reached].map((each) => `${each}@${document.revisionOf(each)}`)
  return [field.type, field.flags, ...versions, valueText(document, field)].join(' ')
}

function describeDifference(
  state: DrawnPair,
  field: FieldState,
  { dict }: FieldWidget,
  isRedrawn: boolean,
): string | undefined {
  const document = state.newer
  const name = labelOf(field)
  if (field.type === 'Btn') {
    const [mark, isOn] = [markOf(state, dict), isOnByValue(document, field, dict)]
    if (mark === undefined || (mark === 'on') === isOn) return undefined
    return `Field ${name} is shown as ${mark} where its value says that it is ${isOn ? 'on' : 'off'}.`
  }
  const stream = shownAppearance(document, dict)
  const value = valueText(document, field) ?? ''
  if (stream === undefined || (field.type !== 'Tx' && field.type !== 'Ch')) return undefined
  const { text, fault } = readShownText(state, field, dict, stream)
  // Readers that redraw fields ignore an empty drawing, and show the value.
  if (fault === undefined || fault.kind === 'unknown' || fault.kind === 'unlike' || (isRedrawn && text === ''))
    return undefined
  const [shown, said] = [text, value].map((each) => (each.trim() === '' ? 'nothing' : quoteText(each)))
  if (normalizeShown(text) === normalizeShown(value)) return undefined
  // Quoted texts are cut when they are long, so a part and the whole may look equal.
  if (shown === said) {
    return `Field ${name} shows only ${text.trim().length} of the ${value.length} characters of its value, which begins ${said}.`
  }
  return `Field ${name} shows ${shown}, and its value is ${said}.`
}
