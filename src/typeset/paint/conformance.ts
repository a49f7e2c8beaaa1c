/**
 * The standards that a PDF can be made to follow, and what a file says to claim them.
 *
 * @module
 */

/**
 * Archives: PDF/A-2u (ISO 19005-2), PDF/A-3u (ISO 19005-3, which permits attached files), PDF/A-4 (ISO 19005-4, on
 * PDF 2.0). Readers with assistive technology: PDF/UA-1 (ISO 14289-1), PDF/UA-2 (ISO 14289-2, on PDF 2.0).
 */
export type Conformance = 'PDF/A-2u' | 'PDF/A-3u' | 'PDF/A-4' | 'PDF/UA-1' | 'PDF/UA-2'

/** All of them. */
export const CONFORMANCES = [
  'PDF/A-2u',
  'PDF/A-3u',
  'PDF/A-4',
  'PDF/UA-1',
  'PDF/UA-2',
] as const satisfies readonly Conformance[]

/** One standard, or an archive that is accessible as well. */
export type ConformanceChoice = Conformance | readonly Conformance[]

/** Pairs that one file can follow: both standards are on the same version of PDF. */
export const CONFORMANCE_PAIRS = [
  ['PDF/A-2u', 'PDF/UA-1'],
  ['PDF/A-3u', 'PDF/UA-1'],
  ['PDF/A-4', 'PDF/UA-2'],
] as const satisfies readonly (readonly Conformance[])[]

/** Properties of files of a standard. */
export interface ConformanceRules {
  /** Of the file header, and of the structure types. */
  readonly version: '1.7' | '2.0'
  /** The properties that name the standard in the XMP packet, and their namespace. */
  readonly identification: XmpIdentification
  readonly hasOutputIntent: boolean
  /** PDF/A-4 has its metadata in XMP alone (ISO 19005-4, 6.1.3), and PDF 2.0 gave the rest up. */
  readonly hasInformation: boolean
  /** The title is required, and shown in place of the file's name. */
  readonly needsTitle: boolean
  /** Places in the file are named by elements of its structure too, and more that PDF/UA-2 alone wants. */
  readonly followsUa2: boolean
}

/** How a file names the standards that it follows. */
export interface XmpIdentification {
  /** Declarations of namespaces, as attributes. */
  readonly namespaces: readonly string[]
  /** Properties, as elements. */
  readonly properties: readonly string[]
  /** Whether the properties of PDF/UA are described: a PDF/A-2 or -3 knows only some by itself (ISO 19005-2, 6.6.2.3). */
  readonly describesAccessibility: boolean
}

const PDF_A = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"'
const PDF_UA = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'

const RULES: Readonly<Record<Conformance, ConformanceRules>> = {
  'PDF/A-2u': archive('1.7', '<pdfaid:part>2</pdfaid:part>', '<pdfaid:conformance>U</pdfaid:conformance>'),
  'PDF/A-3u': archive('1.7', '<pdfaid:part>3</pdfaid:part>', '<pdfaid:conformance>U</pdfaid:conformance>'),
  'PDF/A-4': archive('2.0', '<pdfaid:part>4</pdfaid:part>', '<pdfaid:rev>2020</pdfaid:rev>'),
  'PDF/UA-1': accessible('1.7', '<pdfuaid:part>1</pdfuaid:part>'),
  'PDF/UA-2': accessible('2.0', '<pdfuaid:part>2</pdfuaid:part>', '<pdfuaid:rev>2024</pdfuaid:rev>'),
}

/** Whether one file can follow all of these: one standard, or a pair of {@link CONFORMANCE_PAIRS} in any order. */
export function isConformanceChoice(value: unknown): value is ConformanceChoice {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length === 1) return CONFORMANCES.some((known) => known === list[0])
  return list.length === 2 && CONFORMANCE_PAIRS.some((pair) => pair.every((known) => list.includes(known)))
}

/** What a file needs to claim standards. */
export function conformanceRules(choice: ConformanceChoice): ConformanceRules {
  const [first, second] = [choice].flat().map((conformance) => RULES[conformance])
  if (first === undefined) throw new RangeError('No standard is named.')
  if (second === undefined) return first
  const { version } = first
  return {
    version,
    identification: {
      namespaces: [...first.identification.namespaces, ...second.identification.namespaces],
      properties: [...first.identification.properties, ...second.identification.properties],
      describesAccessibility: version === '1.7',
    },
    hasOutputIntent: first.hasOutputIntent || second.hasOutputIntent,
    hasInformation: first.hasInformation && second.hasInformation,
    needsTitle: first.needsTitle || second.needsTitle,
    followsUa2: first.followsUa2 || second.followsUa2,
  }
}

function archive(version: ConformanceRules['version'], ...properties: string[]): ConformanceRules {
  return {
    version,
    identification: { namespaces: [PDF_A], properties, describesAccessibility: false },
    hasOutputIntent: true,
    hasInformation: version === '1.7',
    needsTitle: false,
    followsUa2: false,
  }
}

function accessible(version: ConformanceRules['version'], ...properties: string[]): ConformanceRules {
  return {
    version,
    identification: { namespaces: [PDF_UA], properties, describesAccessibility: false },
    hasOutputIntent: false,
    hasInformation: version === '1.7',
    needsTitle: true,
    followsUa2: version === '2.0',
  }
}
