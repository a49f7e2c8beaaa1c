/**
 * The standards that a PDF can be made to follow, and what a file says to claim them.
 *
 * @module
 */

/**
 * Archives: PDF/A-2u (ISO 19005-2), PDF/A-3u (ISO 19005-3, which permits attached files), PDF/A-4 (ISO 19005-4, on
 * PDF 2.0). Readers with assistive technology: PDF/UA-1 (ISO 14289-1).
 */
export type Conformance = 'PDF/A-2u' | 'PDF/A-3u' | 'PDF/A-4' | 'PDF/UA-1'

/** All of them. */
export const CONFORMANCES = ['PDF/A-2u', 'PDF/A-3u', 'PDF/A-4', 'PDF/UA-1'] as const satisfies readonly Conformance[]

/** Properties of files of a standard. */
export interface ConformanceRules {
  /** Of the file header. */
  readonly version: '1.7' | '2.0'
  /** The properties that name the standard in the XMP packet, and their namespace. */
  readonly identification: { readonly namespace: string; readonly properties: readonly string[] }
  readonly hasOutputIntent: boolean
  /** PDF/A-4 has its metadata in XMP alone (ISO 19005-4, 6.1.3). */
  readonly hasInformation: boolean
}

const PDF_A = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"'
const PDF_UA = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'

const RULES: Readonly<Record<Conformance, ConformanceRules>> = {
  'PDF/A-2u': archive('<pdfaid:part>2</pdfaid:part>', '<pdfaid:conformance>U</pdfaid:conformance>'),
  'PDF/A-3u': archive('<pdfaid:part>3</pdfaid:part>', '<pdfaid:conformance>U</pdfaid:conformance>'),
  'PDF/A-4': {
    version: '2.0',
    identification: { namespace: PDF_A, properties: ['<pdfaid:part>4</pdfaid:part>', '<pdfaid:rev>2020</pdfaid:rev>'] },
    hasOutputIntent: true,
    hasInformation: false,
  },
  'PDF/UA-1': {
    version: '1.7',
    identification: { namespace: PDF_UA, properties: ['<pdfuaid:part>1</pdfuaid:part>'] },
    hasOutputIntent: false,
    hasInformation: true,
  },
}

/** What a file needs to claim a standard. */
export function conformanceRules(conformance: Conformance): ConformanceRules {
  return RULES[conformance]
}

function archive(...properties: string[]): ConformanceRules {
  return {
    version: '1.7',
    identification: { namespace: PDF_A, properties },
    hasOutputIntent: true,
    hasInformation: true,
  }
}
