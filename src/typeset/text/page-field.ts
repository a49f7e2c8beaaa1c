/**
 * What fields show that depend on the page.
 *
 * @module
 */

import type { PageNumbers } from '../layout-context.js'
import type { Inline } from '../model/document-model.js'
import { formatNumber } from './number-format.js'

/** What a field shows on the page that is being filled; what the file has where the number is not known yet. */
export function pageFieldText(field: Extract<Inline, { kind: 'pageField' }>, numbers: PageNumbers): string {
  if (field.field === 'style') {
    return (field.reference && numbers.styleText?.(field.reference)) ?? field.cached
  }
  const value = numberOf(field.field, numbers)
  if (value === undefined) return field.cached
  return formatNumber(value, field.numberFormat ?? (field.field === 'page' ? numbers.pageFormat : 'decimal'))
}

type NumberField = Exclude<Extract<Inline, { kind: 'pageField' }>['field'], 'style'>

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
