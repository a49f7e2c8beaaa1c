/**
 * The standards that a PDF can follow, and how a file claims them.
 *
 * @module
 */

/**
 * A standard that a file can follow. For archiving: PDF/A-2u (ISO 19005-2), PDF/A-3u (ISO 19005-3, which permits attached files)
 * and PDF/A-4 (ISO 19005-4, based on PDF 2.0). For accessibility: PDF/UA-1 (ISO 14289-1) and PDF/UA-2 (ISO 14289-2, based on PDF
 * 2.0).
 */
export type Conformance = 'PDF/A-2u' | 'PDF/A-3u' | 'PDF/A-4' | 'PDF/UA-1' | 'PDF/UA-2'

/** All standards. */
export const CONFORMANCES = [
  'PDF/A-2u',
  'PDF/A-3u',
  'PDF/A-4',
  'PDF/UA-1',
  'PDF/UA-2',
] as const satisfies readonly Conformance[]

/** One standard, or a PDF/A standard together with a PDF/UA standard. */
export type ConformanceChoice = Conformance | readonly Conformance[]

/** Pairs of standards that one file can follow, since both are based on the same version of PDF. */
export const CONFORMANCE_PAIRS = [
  ['PDF/A-2u', 'PDF/UA-1'],
  ['PDF/A-3u', 'PDF/UA-1'],
  ['PDF/A-4', 'PDF/UA-2'],
] as const satisfies readonly (readonly Conformance[])[]

/** Requirements of a standard. */
export interface ConformanceRules {
  /** PDF version of the file header and of the structure types. */
  readonly version: '1.7' | '2.0'
  /** XMP properties that name the standard, and their namespaces. */
  readonly identification: XmpIdentification
  readonly hasOutputIntent: boolean
  /**
   * Whether the file has an information dictionary. PDF/A-4 has its metadata in XMP only (ISO 19005-4, 6.1.3), since PDF 2.0
   * deprecates most of the dictionary.
   */
  readonly hasInformation: boolean
  /** Whether the title is required. Readers show it instead of the file name. */
  readonly needsTitle: boolean
  /** Whether destinations refer to structure elements as well, and other requirements of PDF/UA-2 apply. */
  readonly followsUa2: boolean
}

/** XMP that names the standards that a file follows. */
export interface XmpIdentification {
  /** Namespace declarations, as attributes. */
  readonly namespaces: readonly string[]
  /** Properties, as elements. */
  readonly properties: readonly string[]
  /** Whether the PDF/UA properties are described, since PDF/A-2 and -3 predefine only some properties (ISO 19005-2, 6.6.2.3). */
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

/** Whether one file can follow all of these standards: a single standard, or a pair of {@link CONFORMANCE_PAIRS} in any order. */
export function isConformanceChoice(value: unknown): value is ConformanceChoice {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length === 1) return CONFORMANCES.some((known) => known === list[0])
  return list.length === 2 && CONFORMANCE_PAIRS.some((pair) => pair.every((known) => list.includes(known)))
}

/** The requirements of one or two standards. */
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
