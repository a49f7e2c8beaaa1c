/**
 * What runs of text look like once the document is read: its styles are written and read as those of any document, so that
 * those of a reference document and changes by callers count as well.
 *
 * @module
 */

import { readDocx } from '../../ooxml/read-docx.js'
import type { DocumentModel } from '../../typeset/model/document-model.js'
import type { ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'
import { CHARACTER_STYLES, PARAGRAPH_STYLES } from '../docx-writer/default-styles.js'
import type {
  CharacterStyleName,
  FlowBlock,
  FlowDocument,
  ParagraphStyleName,
  RunFormat,
} from '../docx-writer/flow-document.js'
import { halfPoints, languageAttribute, languageTag, twips } from '../docx-writer/property-values.js'
import { familyInFile } from '../docx-writer/run-properties.js'
import { WrittenStyles } from '../docx-writer/style-sheet.js'
import { type DocxWriterOptions, writeDocx } from '../docx-writer/write-docx.js'

/** What decides how text looks that says nothing itself. */
export interface DocumentLook extends Pick<FlowDocument, 'defaults' | 'rightToLeft' | 'styles'> {
  /** BCP 47. */
  readonly language?: string | undefined
}

/** Options that change styles. */
export type StyleSources = Pick<DocxWriterOptions, 'styles' | 'referenceDocx'>

/** Text of one style in a paragraph of one style. */
interface Sample {
  readonly properties: ParagraphProperties
  readonly run: RunProperties
  /** The same run in each format that was asked for. */
  readonly formatted: WeakMap<RunFormat, RunProperties>
}

/** The runs of a document that is going to be written. */
export class RunSamples {
  /** The document that has nothing but one paragraph for each sample. */
  readonly model: DocumentModel
  readonly #samples = new Map<string, Sample>()
  readonly #styles: WrittenStyles

  constructor({ language, ...look }: DocumentLook, sources: StyleSources) {
    this.#styles = new WrittenStyles(look, sources.styles)
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
    const paragraphs = this.model.sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'paragraph'))
    for (const [index, paragraph] of paragraphs.entries()) {
      const key = keys[index]
      if (key === undefined || paragraph.kind !== 'paragraph') continue
      const text = paragraph.inlines.find(({ kind }) => kind === 'text')
      const run = text?.kind === 'text' ? text.run : paragraph.properties.mark
      this.#samples.set(nameOf(key), { properties: paragraph.properties, run, formatted: new WeakMap() })
    }
  }

  /** The properties of a paragraph, without indents. */
  paragraph(style: ParagraphStyleName): ParagraphProperties {
    return this.#find([style, undefined]).properties
  }

  /** What text of a format looks like in a paragraph. */
  run(format: RunFormat, style: ParagraphStyleName): RunProperties {
    const sample = this.#find([style, format.style])
    let run = sample.formatted.get(format)
    if (run === undefined) {
      run = withFormat(sample.run, this.#sized(format, style), this.#styles.codeFont)
      sample.formatted.set(format, run)
    }
    return run
  }

  #sized(format: RunFormat, style: ParagraphStyleName): RunFormat {
    if (format.size !== undefined || (format.style !== 'code' && format.style !== 'keyboard')) return format
    const size = this.#styles.codeSizeIn(style)
    return size === undefined ? format : { ...format, size }
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

function sampleBlock([style, character]: SampleKey): FlowBlock {
  const format = character === undefined ? {} : { style: character }
  return { kind: 'paragraph', style, format: {}, inlines: [{ kind: 'text', text: 'x', format }] }
}

const SAMPLE_PAGE = {
  width: 11_906,
  height: 16_838,
  margins: { top: 1440, right: 1440, bottom: 1440, left: 1440 },
  pageNumbers: false,
}

/** A run with what its format says beyond its styles, as the reader of the written file sees it. */
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
