/**
 * The open fields while a story is read.
 *
 * @module
 */

import type { LinkTarget, PageField } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import type { XmlElement } from '../xml/xml-element.js'
import { fillPlaces, isComputed, numberPlace } from './computed-field.js'
import { type FieldMeaning, fieldMeaning, type StyleFinder } from './field-meaning.js'

/** A field that has ended, with everything that is known about it. */
export interface EndedField {
  readonly meaning: FieldMeaning
  /** Name of the field in its code. */
  readonly name: string
  readonly code: string
  /** The stored result, which is collected only for fields that do not show it in place. */
  readonly cached: string
  readonly hasResult: boolean
  /** The text of a result that is shown in place, cut shortly after the length of a number. */
  readonly shown: string
  /** Whether the stored result is out of date (w:dirty). */
  readonly isDirty: boolean
  /** Whether the field was never evaluated: the file stores no result, not even an empty one. */
  readonly isUnresolved: boolean
  /** Page numbers in the code of a field that computes something from them. */
  readonly numbers: readonly PageField[]
  /** Text elements in the field's code, or in a result that is not shown in place. */
  readonly collected: readonly XmlElement[]
  /** Format of the result; left out when it contains no run. */
  readonly run?: RunProperties
}

/** Longest result that may be a number, such as "Appendix B.12.3(a)(iv)", in characters. */
const MAX_NUMBER = 60

interface OpenField {
  readonly formData: XmlElement | undefined
  readonly isDirty: boolean
  /** Place of a string on the page, where Word has no equivalent. */
  readonly stringPlace: string | undefined
  code: string
  /** The code without its hidden text. */
  visible: string
  readonly numbers: PageField[]
  /** Whether its code has a drawing, which a computed text cannot show. */
  hasDrawing: boolean
  meaning: FieldMeaning | undefined
  cached: string
  readonly collected: XmlElement[]
  hasResult: boolean
  shown: string
  codeRun: RunProperties | undefined
  resultRun: RunProperties | undefined
}

/**
 * The complex fields that are open at a place of a story (ECMA-376-1, 17.16.18). They nest, and they continue across paragraphs:
 * a table of contents is one field.
 */
export class FieldStack {
  readonly #open: OpenField[] = []
  /** Number of open fields that are nested too deeply to be told apart. */
  #ignored = 0
  /** The innermost field whose content is not shown in place. */
  #collector: OpenField | undefined
  #link: LinkTarget | undefined
  #hasPlainLinks = false
  readonly #styleNamed: StyleFinder | undefined

  /** @param styleNamed finds styles; given in headers and footers, where fields repeat text of the page */
  constructor(styleNamed?: StyleFinder) {
    this.#styleNamed = styleNamed
  }

  /** Whether content belongs to a code, or to a result that is not shown in place. */
  get isCollecting(): boolean {
    return this.#collector !== undefined
  }

  /** Whether content is directly in the code of a field, and not in a result within it. */
  get isInCode(): boolean {
    const field = this.#open.at(-1)
    return field !== undefined && field.meaning === undefined
  }

  /** Target of the innermost field that is a link. */
  get link(): LinkTarget | undefined {
    return this.#link
  }

  /** Whether the character style of links has no effect, as in tables of contents, where Word formats entries as plain text. */
  get hasPlainLinks(): boolean {
    return this.#hasPlainLinks
  }

  /** Handles a w:fldChar of type begin. */
  begin(formData?: XmlElement, isDirty = false, stringPlace?: string): void {
    if (this.#open.length >= OOXML_LIMITS.maxFieldNesting) {
      this.#ignored++
      return
    }
    this.#open.push({
      formData,
      isDirty,
      stringPlace,
      code: '',
      visible: '',
      numbers: [],
      hasDrawing: false,
      meaning: undefined,
      cached: '',
      collected: [],
      hasResult: false,
      shown: '',
      codeRun: undefined,
      resultRun: undefined,
    })
    this.#update()
  }

  /** Handles a w:fldChar of type separate. */
  separate(): void {
    if (this.#ignored > 0) return
    const field = this.#open.at(-1)
    if (field === undefined || field.meaning !== undefined) return
    field.meaning = this.#meaningOf(field)
    this.#update()
  }

  #meaningOf(field: OpenField): FieldMeaning {
    if (field.numbers.length > 0) {
      if (!field.hasDrawing && isComputed(field.code)) return { show: 'computed' }
      field.code = fillPlaces(
        field.code,
        field.numbers.map(({ cached }) => cached),
      )
    }
    const { code, formData, stringPlace, visible } = field
    const meaning = fieldMeaning(code, formData, this.#styleNamed, visible)
    if (meaning.show !== 'style' || (stringPlace !== 'start' && stringPlace !== 'first-except')) return meaning
    return { ...meaning, reference: { ...meaning.reference, which: stringPlace } }
  }

  /** Handles a w:fldChar of type end. */
  end(): EndedField | undefined {
    if (this.#ignored > 0) {
      this.#ignored--
      return undefined
    }
    const field = this.#open.pop()
    if (field === undefined) return undefined
    this.#update()
    const meaning = field.meaning ?? this.#meaningOf(field)
    const usesCodeFormat = /\\\*\s*charformat/i.test(field.code)
    const run = usesCodeFormat ? (field.codeRun ?? field.resultRun) : (field.resultRun ?? field.codeRun)
    const { cached, collected, hasResult, shown, isDirty, numbers } = field
    const name = /=|\w+/.exec(field.code)?.[0] ?? ''
    const isUnresolved = field.meaning === undefined
    return {
      meaning,
      name,
      code: field.code,
      numbers,
      cached,
      collected,
      hasResult,
      shown,
      isDirty,
      isUnresolved,
      ...(run === undefined ? {} : { run }),
    }
  }

  /** Must be called before content is added that is shown in place. */
  noteResult(text = ''): void {
    const innermost = this.#open.at(-1)
    if (innermost !== undefined && innermost.shown.length <= MAX_NUMBER) innermost.shown += text
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const field = this.#open[index]
      if (field === undefined || field.hasResult) return
      field.hasResult = true
    }
  }

  /** Adds w:instrText to the code of the innermost field. Returns false when there is no field, or its code has ended. */
  addCode(text: string, run?: RunProperties, hidden = false): boolean {
    const field = this.#open.at(-1)
    if (this.#ignored > 0) return true
    if (field === undefined || field.meaning !== undefined) return false
    appendCode(field, text, run, hidden)
    return true
  }

  /** Adds text to a code (such as the result of a nested field), or to a result that is not shown in place. */
  collect(text: string, run: RunProperties, element?: XmlElement): void {
    const field = this.#collector
    if (field === undefined) return
    if (element !== undefined && !this.isInCode) field.collected.push(element)
    if (field.meaning === undefined) {
      appendCode(field, text, run)
      return
    }
    field.resultRun ??= run
    field.hasResult = true
    if (field.cached.length + text.length <= OOXML_LIMITS.maxFieldCodeLength) field.cached += text
  }

  /**
   * Adds a page number to a code, or to a result that is not shown in place. In headers and footers, Word computes with it on
   * each page. Elsewhere it shows what is stored.
   */
  collectNumber(number: PageField): void {
    const field = this.#collector
    const isInCode = field !== undefined && field.meaning === undefined
    if (!isInCode || this.#styleNamed === undefined || number.field === 'style' || number.field === 'bookmarkPage') {
      this.collect(number.cached, number.run)
      return
    }
    appendCode(field, numberPlace(field.numbers.length), number.run)
    field.numbers.push(number)
  }

  /** Must be called for a drawing that is left out because it belongs to a code. */
  noteDrawing(): void {
    if (this.#collector !== undefined) this.#collector.hasDrawing = true
  }

  #update(): void {
    this.#collector = undefined
    this.#link = undefined
    this.#hasPlainLinks = false
    for (const field of this.#open) {
      if (field.meaning?.show === 'result') {
        this.#link = field.meaning.link ?? this.#link
        this.#hasPlainLinks ||= field.meaning.hasPlainLinks === true
      } else this.#collector = field
    }
  }
}

function appendCode(field: OpenField, text: string, run: RunProperties | undefined, hidden = false): void {
  field.codeRun ??= run
  if (field.code.length + text.length > OOXML_LIMITS.maxFieldCodeLength) return
  field.code += text
  if (!hidden) field.visible += text
}
