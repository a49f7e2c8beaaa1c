/**
 * Properties of runs as they are once the document is read. Styles are written and read as in any document, so that those of a
 * reference document and changes by callers count as well.
 *
 * @module
 */

import { readDocx } from '../../../ooxml/read-docx.js'
import type { DocumentModel } from '../../../typeset/model/document-model.js'
import type { ParagraphProperties, RunProperties } from '../../../typeset/model/properties.js'
import { CHARACTER_STYLES, CODE_FONT, PARAGRAPH_STYLES } from '../../docx-writer/default-styles.js'
import type { FlowBlock, FlowDocument } from '../../docx-writer/flow-document.js'
import type { CharacterStyleName, ParagraphStyleName, RunFormat } from '../../docx-writer/flow-format.js'
import { halfPoints, languageAttribute, languageTag, twips } from '../../docx-writer/property-values.js'
import { familyInFile } from '../../docx-writer/run-properties.js'
import { type DocxWriterOptions, writeDocx } from '../../docx-writer/write-docx.js'

/** Format of text without one of its own. */
export interface TextDefaults extends Pick<FlowDocument, 'defaults' | 'rightToLeft' | 'styles'> {
  /** BCP 47. */
  readonly language?: string | undefined
}

/** Options that change styles. */
export type StyleSources = Pick<DocxWriterOptions, 'styles' | 'referenceDocx'>

/** Samples by the look of the document, for documents with the styles of the package only. */
const known = new Map<string, RunSamples>()
/** Looks whose samples are kept. Each takes about 200 KB. */
const MAX_KNOWN = 8

/** The samples of a document; those of the last few looks are kept for the process. */
export function runSamplesOf(look: TextDefaults, sources: StyleSources): RunSamples {
  if (sources.styles !== undefined || sources.referenceDocx !== undefined) return new RunSamples(look, sources)
  const key = JSON.stringify(look)
  const samples = known.get(key) ?? new RunSamples(look, sources)
  known.delete(key)
  known.set(key, samples)
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
  return samples
}

/** Text of one style in a paragraph of one style. */
interface Sample {
  readonly properties: ParagraphProperties
  readonly run: RunProperties
  /** Cache of run properties, by format. */
  readonly formatted: WeakMap<RunFormat, RunProperties>
}

/** The runs of a document that is going to be written. */
export class RunSamples {
  /** A document with one paragraph for each sample. */
  readonly model: DocumentModel
  readonly #samples = new Map<string, Sample>()
  readonly #codeFont: string

  constructor({ language, ...look }: TextDefaults, sources: StyleSources) {
    this.#codeFont = sources.styles?.codeFont ?? CODE_FONT
    const keys = sampleKeys()
    this.model = readDocx(
      writeDocx(
        {
          ...look,
          information: language === undefined ? {} : { language },
          page: SAMPLE_PAGE,
          blocks: keys.map(sampleBlock),
          footnotes: [],
        },
        sources,
      ),
    )
    for (const block of this.model.sections.flatMap(({ blocks }) => blocks)) {
      if (block.kind !== 'paragraph') continue
      // The writer adds paragraphs of its own between those of some styles.
      for (const inline of block.inlines) {
        const key = inline.kind === 'text' ? keys[Number(inline.text)] : undefined
        if (key === undefined || inline.kind !== 'text') continue
        this.#samples.set(nameOf(key), { properties: block.properties, run: inline.run, formatted: new WeakMap() })
      }
    }
  }

  /** The properties of a paragraph, without indents. */
  paragraph(style: ParagraphStyleName): ParagraphProperties {
    return this.#find([style, undefined]).properties
  }

  /** Run properties of a format in a paragraph. */
  run(format: RunFormat, style: ParagraphStyleName): RunProperties {
    const sample = this.#find([style, format.style])
    let run = sample.formatted.get(format)
    if (run === undefined) {
      run = withFormat(sample.run, format, this.#codeFont)
      sample.formatted.set(format, run)
    }
    return run
  }

  #find(key: SampleKey): Sample {
    const sample = this.#samples.get(nameOf(key)) ?? this.#samples.values().next().value
    if (sample === undefined) throw new Error('The document of samples has no paragraphs.')
    return sample
  }
}

type SampleKey = readonly [ParagraphStyleName, CharacterStyleName | undefined]

function nameOf([paragraph, character]: SampleKey): string {
  return `${paragraph} ${character ?? ''}`
}

function sampleKeys(): SampleKey[] {
  const characters = [undefined, ...(Object.keys(CHARACTER_STYLES) as CharacterStyleName[])]
  return (Object.keys(PARAGRAPH_STYLES) as ParagraphStyleName[]).flatMap((paragraph) =>
    characters.map((character): SampleKey => [paragraph, character]),
  )
}

/** A paragraph whose text is its index in the list of keys. */
function sampleBlock([style, character]: SampleKey, index: number): FlowBlock {
  const format = character === undefined ? {} : { style: character }
  return { kind: 'paragraph', style, format: {}, inlines: [{ kind: 'text', text: String(index), format }] }
}

const SAMPLE_PAGE = {
  width: 11_906,
  height: 16_838,
  margins: { top: 1440, right: 1440, bottom: 1440, left: 1440 },
  pageNumbers: false,
}

/** A run with the properties that its format adds to its styles, as the reader of the written file sees them. */
function withFormat(run: RunProperties, format: RunFormat, codeFont: string): RunProperties {
  const family = format.fontFamily === undefined ? undefined : familyInFile(format.fontFamily, codeFont)
  const size = format.size === undefined ? undefined : halfPoints(format.size) * HALF_POINT
  return {
    ...run,
    fonts: family === undefined ? run.fonts : fontsOf(family),
    size: size ?? run.size,
    complexSize: size ?? run.complexSize,
    bold: format.bold ?? run.bold,
    complexBold: format.bold ?? run.complexBold,
    italic: format.italic ?? run.italic,
    complexItalic: format.italic ?? run.complexItalic,
    capitals: format.capitals ?? run.capitals,
    verticalAlign: format.verticalAlign ?? run.verticalAlign,
    tracking: format.letterSpacing === undefined ? run.tracking : twips(format.letterSpacing),
    rightToLeft: format.rightToLeft ?? run.rightToLeft,
    ...languagesOf(format.language),
  }
}

/** Twips of a half-point. */
const HALF_POINT = 10

function fontsOf(family: string): RunProperties['fonts'] {
  return { ascii: family, highAnsi: family, eastAsia: family, complexScript: family }
}

function languagesOf(written: string | undefined): Partial<RunProperties> {
  const language = languageTag(written)
  if (language === undefined) return {}
  const attribute = languageAttribute(language)
  if (attribute === 'w:eastAsia') return { eastAsiaLanguage: language }
  return attribute === 'w:bidi' ? { complexLanguage: language } : { language }
}
