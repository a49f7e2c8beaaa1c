/**
 * The cascade of formatting (ECMA-376-1, 17.7.2): document defaults, table style, numbering, paragraph style, character
 * style, direct formatting.
 *
 * @module
 */

import type { ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'
import type { OpcPackage } from '../package/package.js'
import { readSettings, type Settings } from '../parts/settings.js'
import { readTheme, type Theme } from '../parts/theme.js'
import { describeElement } from '../xml/describe-element.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import type { NumberingDefinitions } from './numbering/numbering-definitions.js'
import {
  EMPTY_PARAGRAPH_LAYER,
  mergeListLevel,
  mergeParagraphLayers,
  type ParagraphLayer,
  readDirectParagraphLayer,
  resolveParagraph,
} from './paragraph-layer.js'
import { combineStyleLayers, EMPTY_RUN_LAYER, type RunLayer, readRunLayer, resolveRun } from './run-layer.js'
import { type NumberingReference, type ParagraphStyle, StyleSheet, withoutIndents } from './style-sheet.js'
import type { CellFormat, CellPosition, TableFormat, TextLayers } from './tables/table-format.js'
import { TableFormats } from './tables/table-formats.js'
import type { ThemeFontContext } from './theme-font.js'

export type { CellFormat, CellPosition, PropertyBag, TableEdges, TableFormat } from './tables/table-format.js'

/** The resolved format of a paragraph. Equal paragraphs of a document share one object. */
export interface ParagraphFormat {
  readonly properties: ParagraphProperties
  readonly styleId: string
  /** The list of the paragraph, and its level. Also left out for numId 0. */
  readonly numbering?: NumberingReference
  /**
   * Whether the paragraph mark is hidden. Word then joins the paragraph with the next one. A style separator is such a mark:
   * w:specVanish only keeps it hidden where hidden text is shown, and a mark without w:vanish ends its paragraph.
   */
  readonly markHidden: boolean
}

/** The resolved format of a run. Equal runs share one object. */
interface RunFormat {
  readonly properties: RunProperties
  readonly hidden: boolean
}

/** Runs whose paragraphs have the same style, in cells with the same formatting by the table style. */
interface RunScope {
  readonly levels: readonly RunLayer[]
  readonly plain: RunFormat
  readonly runs: Map<string, RunFormat>
  /** Resolved runs by the children of w:rPr. Elements with the same content share their children. */
  readonly byContent: Map<Content, RunFormat>
}

type Content = XmlElement['children']

const NO_CONTENT: Content = []

/** Applies the styles of one document. */
export class Formatting {
  readonly settings: Settings
  readonly theme: Theme
  /** Name of the numbering part. */
  readonly numberingPart: string | undefined
  readonly #styles: StyleSheet
  readonly #tables: TableFormats
  readonly #context: ThemeFontContext
  readonly #paragraphs = new Map<string, ParagraphFormat>()
  /**
   * Paragraph formats by the text layers of a table, and then by the children of w:pPr. Elements with the same content share
   * their children.
   */
  readonly #paragraphsByContent = new Map<string, Map<Content, ParagraphFormat>>()
  readonly #scopes = new Map<string, RunScope>()
  readonly #scopeOfParagraph = new WeakMap<ParagraphFormat, RunScope>()
  readonly #directRuns = new Map<string, RunLayer>()
  readonly #tableStylesLose: boolean
  /** w:allowSpaceOfSameStyleInTable (17.15.3, part 4): w:contextualSpacing does not remove space in tables. */
  readonly #keepsSpaceInTables: boolean

  constructor(document: OpcPackage) {
    const part = (type: string): XmlElement | undefined => {
      const name = document.relatedPart(document.mainPart, type)
      return name === undefined ? undefined : document.xml(name)
    }
    this.numberingPart = document.relatedPart(document.mainPart, 'numbering')
    this.settings = readSettings(part('settings'))
    this.theme = readTheme(part('theme'), this.settings.colorMapping)
    this.#context = { theme: this.theme, themeFontLanguages: this.settings.themeFontLanguages }
    this.#styles = new StyleSheet(part('styles'), part('numbering'), this.#context)
    this.#tables = new TableFormats(this.#styles, this.#context)
    const { compatibility } = this.settings.document
    this.#tableStylesLose = compatibility.has('overrideTableStyleFontSizeAndJustification')
    this.#keepsSpaceInTables = compatibility.has('allowSpaceOfSameStyleInTable')
  }

  /** The lists of the document. */
  get lists(): NumberingDefinitions {
    return this.#styles.lists
  }

  /**
   * The resolved format of a paragraph.
   *
   * @param cell format of the cell from {@link cell}, for paragraphs in tables
   */
  paragraph(pPr: XmlElement | undefined, cell?: CellFormat): ParagraphFormat {
    const table = cell?.text.id ?? ''
    const content = pPr?.children ?? NO_CONTENT
    const known = this.#paragraphsByContent.get(table) ?? new Map<Content, ParagraphFormat>()
    let format = known.get(content)
    if (format === undefined) {
      format = this.#describedParagraph(pPr, table, cell)
      known.set(content, format)
      this.#paragraphsByContent.set(table, known)
    }
    return format
  }

  #describedParagraph(pPr: XmlElement | undefined, table: string, cell: CellFormat | undefined): ParagraphFormat {
    const key = `${table}|${describeElement(pPr, NOT_FORMATTING)}`
    let format = this.#paragraphs.get(key)
    if (format === undefined) {
      format = this.#resolveParagraph(pPr, cell?.text)
      this.#paragraphs.set(key, format)
    }
    return format
  }

  /**
   * The resolved format of a run in a paragraph.
   *
   * @param hasPlainLinks whether the character style of links has no effect
   */
  run(rPr: XmlElement | undefined, paragraph: ParagraphFormat, hasPlainLinks = false): RunFormat {
    const scope =
      this.#scopeOfParagraph.get(paragraph) ?? this.#scope(this.#styles.paragraphStyle(undefined), undefined)
    if (hasPlainLinks && rPr !== undefined && this.#styles.isLinkStyle(childOf(rPr, 'w:rStyle')?.attributes['w:val']))
      return this.#describedRun({ ...rPr, children: rPr.children.filter((child) => !isRunStyle(child)) }, scope)
    return this.#run(rPr, scope)
  }

  /** The id of the paragraph style with a name. */
  paragraphStyleNamed(name: string): string | undefined {
    return this.#styles.paragraphStyleNamed(name)
  }

  /** The properties of a character style, including inherited ones; empty for a missing style. */
  characterStyle(styleId: string | undefined): RunLayer {
    return styleId === undefined ? EMPTY_RUN_LAYER : this.#styles.characterStyle(styleId)
  }

  /** The format of a table as a whole. */
  table(tblPr: XmlElement | undefined): TableFormat {
    return this.#tables.table(tblPr)
  }

  /**
   * The format that the table style gives one of its cells.
   *
   * @param tblPrEx exceptions of the row (17.4.60), which may change w:tblLook
   */
  cell(table: TableFormat, position: CellPosition, tblPrEx?: XmlElement): CellFormat {
    return this.#tables.cell(table, position, tblPrEx)
  }

  #resolveParagraph(pPr: XmlElement | undefined, table: TextLayers | undefined): ParagraphFormat {
    const style = this.#styles.paragraphStyle(childOf(pPr, 'w:pStyle')?.attributes['w:val'])
    const scope = this.#scope(style, table)
    const mark = this.#run(childOf(pPr, 'w:rPr'), scope)
    const direct = readDirectParagraphLayer(pPr, this.theme)
    const isNumbered = direct.numberingId !== undefined || direct.numberingLevel !== undefined
    const numbering = isNumbered ? directNumbering(direct, style) : style.numbering
    let styled = isNumbered ? style.unnumberedParagraph : style.paragraph
    if (isNumbered && this.#styles.namesNoList(direct)) styled = withoutIndents(styled)
    if (table !== undefined) styled = this.#yieldAlignment(styled, table.paragraph)
    let layer = mergeParagraphLayers(this.#styles.defaultParagraph, table?.paragraph ?? EMPTY_PARAGRAPH_LAYER)
    layer = mergeParagraphLayers(layer, styled)
    if (isNumbered && numbering !== undefined) {
      // Direct numbering includes the indents of its level, whatever the style says.
      const level = this.lists.list(numbering.numId)?.levels.get(numbering.level)
      layer = mergeListLevel(layer, level?.paragraph ?? EMPTY_PARAGRAPH_LAYER)
    }
    const own = mergeParagraphLayers(layer, direct)
    const merged = table !== undefined && this.#keepsSpaceInTables ? { ...own, contextualSpacing: false } : own
    const format: ParagraphFormat = {
      properties: resolveParagraph(merged, style.id, mark.properties),
      styleId: style.id,
      markHidden: mark.hidden,
      ...(numbering && { numbering }),
    }
    this.#scopeOfParagraph.set(format, scope)
    return format
  }

  #scope(style: ParagraphStyle, table: TextLayers | undefined): RunScope {
    const key = `${table?.id ?? ''}|${style.id}`
    let scope = this.#scopes.get(key)
    if (scope === undefined) {
      const levels = table === undefined ? [style.run] : [table.run, this.#yieldSize(style.run, table.run)]
      scope = { levels, plain: this.#combine(levels, EMPTY_RUN_LAYER), runs: new Map(), byContent: new Map() }
      this.#scopes.set(key, scope)
    }
    return scope
  }

  #run(rPr: XmlElement | undefined, scope: RunScope): RunFormat {
    if (rPr === undefined || rPr.children.length === 0) return scope.plain
    let run = scope.byContent.get(rPr.children)
    if (run === undefined) {
      run = this.#describedRun(rPr, scope)
      scope.byContent.set(rPr.children, run)
    }
    return run
  }

  #describedRun(rPr: XmlElement, scope: RunScope): RunFormat {
    const key = describeElement(rPr, NOT_FORMATTING)
    let run = scope.runs.get(key)
    if (run === undefined) {
      let direct = this.#directRuns.get(key)
      if (direct === undefined) {
        direct = readRunLayer(rPr, this.#context)
        this.#directRuns.set(key, direct)
      }
      const levels =
        direct.styleId === undefined ? scope.levels : [...scope.levels, this.#styles.characterStyle(direct.styleId)]
      run = this.#combine(levels, direct)
      scope.runs.set(key, run)
    }
    return run
  }

  #combine(levels: readonly RunLayer[], direct: RunLayer): RunFormat {
    const layer: RunLayer = Object.assign(combineStyleLayers(this.#styles.defaultRun, levels), direct)
    return {
      properties: resolveRun(layer),
      hidden: layer.hidden ?? false,
    }
  }

  /**
   * Without overrideTableStyleFontSizeAndJustification, a font size of the paragraph style that equals the default does not
   * override the table style ([MS-DOCX], 2.7.4).
   */
  #yieldSize(style: RunLayer, table: RunLayer): RunLayer {
    if (this.#tableStylesLose || table.size === undefined || style.size === undefined) return style
    const usual = this.#styles.defaultRun.size ?? resolveRun(EMPTY_RUN_LAYER).size
    if (style.size !== usual) return style
    const { size: _, ...rest } = style
    return rest
  }

  /** An alignment of the paragraph style that equals the default does not override the table style, for the same reason. */
  #yieldAlignment(style: ParagraphLayer, table: ParagraphLayer): ParagraphLayer {
    if (this.#tableStylesLose || table.alignment === undefined || style.alignment !== 'start') return style
    const { alignment: _, ...rest } = style
    return rest
  }
}

function isRunStyle(child: XmlElement | string): boolean {
  return typeof child === 'object' && child.name === 'w:rStyle'
}

/** Children of w:pPr and w:rPr that do not affect the look of text, or are read elsewhere. */
const NOT_FORMATTING: ReadonlySet<string> = new Set([
  'w:sectPr',
  'w:pPrChange',
  'w:rPrChange',
  'w:cnfStyle',
  'w:divId',
  'w:ins',
  'w:del',
  'w:moveFrom',
  'w:moveTo',
  'w:noProof',
])

function directNumbering(direct: ParagraphLayer, style: ParagraphStyle): NumberingReference | undefined {
  const numId = direct.numberingId ?? style.numbering?.numId
  if (numId === undefined || numId === '0') return undefined
  return { numId, level: direct.numberingLevel ?? style.numbering?.level ?? 0 }
}
