/**
 * What fields with numbers of pages show.
 *
 * @module
 */

import type { PageNumbers } from '../layout-context.js'
import type { Inline } from '../model/document-model.js'
import { formatNumber } from './number-format.js'

/** What a field shows on the page that is being filled; what the file has where the number is not known yet. */
export function pageFieldText(field: Extract<Inline, { kind: 'pageField' }>, numbers: PageNumbers): string {
  const value = numberOf(field.field, numbers)
  if (value === undefined) return field.cached
  return formatNumber(value, field.numberFormat ?? (field.field === 'page' ? numbers.pageFormat : 'decimal'))
}

function numberOf(field: Extract<Inline, { kind: 'pageField' }>['field'], numbers: PageNumbers): number | undefined {
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
