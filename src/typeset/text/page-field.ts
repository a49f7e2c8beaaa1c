/**
 * The text of fields that depend on the page.
 *
 * @module
 */

import type { PageNumbers } from '../flow/layout-context.js'
import type { PageField } from '../model/document-model.js'
import { formatNumber } from '../model/number-format.js'

/** The text of a field on the page that is being filled; the text in the file where the number is not known yet. */
export function pageFieldText(field: PageField, numbers: PageNumbers): string {
  if (field.field === 'computed') return computedText(field, numbers) ?? field.cached
  if (field.field === 'style') {
    return (field.reference && numbers.styleText?.(field.reference)) ?? field.cached
  }
  if (field.field === 'bookmarkPage') return numbers.pageOf?.(field.bookmark ?? '') ?? field.cached
  const value = numberOf(field.field, numbers)
  if (value === undefined) return field.cached
  const number = formatNumber(value, field.numberFormat ?? (field.field === 'page' ? numbers.pageFormat : 'decimal'))
  return field.field === 'page' ? chapterBefore(numbers) + number : number
}

/** The number at the end of a label, such as `IV` of `Article IV.`. */
const NUMBER_OF_LABEL = /[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*(?=[^\p{L}\p{N}]*$)/u

/** The chapter number with its separator (ECMA-376-1, 17.6.12); empty for chapters without a number. */
function chapterBefore({ chapters, styleText }: PageNumbers): string {
  if (chapters === undefined) return ''
  const label = styleText?.({ styleId: chapters.styleId, which: 'first', part: 'label' })
  const number = NUMBER_OF_LABEL.exec(label ?? '')?.[0] ?? '0'
  return number === '0' ? '' : number + chapters.separator
}

/** The text of a computed field; undefined as long as one of its numbers is not known. */
function computedText({ parts = [], compute }: PageField, numbers: PageNumbers): string | undefined {
  const texts: string[] = []
  for (const part of parts) {
    const isNumber = part.field !== 'style' && part.field !== 'bookmarkPage' && part.field !== 'computed'
    if (isNumber && numberOf(part.field, numbers) === undefined) return undefined
    texts.push(pageFieldText(part, numbers))
  }
  return compute?.(texts)
}

type NumberField = Exclude<PageField['field'], 'style' | 'bookmarkPage' | 'computed'>

function numberOf(field: NumberField, numbers: PageNumbers): number | undefined {
  switch (field) {
    case 'page':
      return numbers.page
    case 'pageCount':
      return numbers.pageCount
    case 'sectionPageCount':
      return numbers.sectionPageCount
    case 'section':
      return numbers.section
  }
}
