import type { ConverterTable } from './conversion.js'

/** The converters of this package. Each is loaded by its first use. */
export const CONVERTERS: ConverterTable = new Map([
  ['docx>pdf', async (input, options) => (await import('./docx-to-pdf.js')).convertDocxToPdf(input, options)],
])
