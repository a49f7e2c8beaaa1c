/**
 * The styles of a written document: their ids, formats and XML.
 *
 * @module
 */

import { escapeAttribute } from '../../escape.js'
import { bordersXml } from './border-xml.js'
import {
  CHARACTER_STYLES,
  type CharacterStyle,
  CODE_FONT,
  PARAGRAPH_STYLES,
  type ParagraphStyle,
  TABLE_STYLE,
} from './default-styles.js'
import type { FlowDocument, TableLook } from './flow-document.js'
import type { CharacterStyleName, ParagraphFormat, ParagraphStyleName, RunFormat } from './flow-format.js'
import { paragraphProperties } from './paragraph-properties.js'
import { type CharacterStyles, runProperties, shadingXml } from './run-properties.js'

/** A caller's changes to the default appearance. */
export interface StyleOverrides {
  /** Lengths are twips, so 12 points are 240. */
  readonly paragraphs?: Partial<Record<ParagraphStyleName, ParagraphFormat & Omit<RunFormat, 'style'>>> | undefined
  readonly characters?: Partial<Record<CharacterStyleName, Omit<RunFormat, 'style'>>> | undefined
  /** Font of code. Default Consolas. */
  readonly codeFont?: string | undefined
}

/** Ids of the styles that the document has under its own names. */
export interface StyleIds {
  readonly paragraphs: ReadonlyMap<ParagraphStyleName, string>
  readonly characters: ReadonlyMap<CharacterStyleName, string>
  readonly table: string | undefined
  /** Whether body text has a style that differs from that of paragraphs without a style. */
  readonly isBodyNamed?: boolean
  /** Ids that other styles use. */
  readonly taken: ReadonlySet<string>
}

/** A style with the properties that it inherits. */
interface ResolvedStyle {
  readonly paragraph: ParagraphFormat
  readonly run: RunFormat
}

const NO_IDS: StyleIds = { paragraphs: new Map(), characters: new Map(), table: undefined, taken: new Set() }

/** The styles after all changes. */
export class WrittenStyles implements CharacterStyles {
  readonly codeFont: string
  readonly rightToLeft: boolean
  readonly table: TableLook
  readonly #paragraphs: Readonly<Record<ParagraphStyleName, ParagraphStyle>>
  readonly #characters: Readonly<Record<CharacterStyleName, CharacterStyle>>
  readonly #present: StyleIds
  readonly #resolved = new Map<ParagraphStyleName, ResolvedStyle>()
  /** Styles by which fields find paragraphs, by their base style and name. */
  readonly #named = new Map<string, { readonly base: ParagraphStyleName; readonly name: string; readonly id: string }>()

  /** @param present styles of a reference document; missing ones are added */
  constructor(
    {
      defaults,
      rightToLeft,
      styles,
      tableStyle,
    }: Pick<FlowDocument, 'defaults' | 'rightToLeft' | 'styles' | 'tableStyle'>,
    overrides: StyleOverrides = {},
    present: StyleIds = NO_IDS,
  ) {
    this.codeFont = overrides.codeFont ?? CODE_FONT
    this.rightToLeft = rightToLeft
    this.table = tableStyle ?? TABLE_STYLE
    this.#present = present
    this.#paragraphs = applyParagraphOverrides(defaults, styles ?? {}, overrides.paragraphs ?? {})
    this.#characters = applyCharacterOverrides(overrides.characters ?? {})
  }

  paragraph(name: ParagraphStyleName): ParagraphStyle {
    return this.#paragraphs[name]
  }

  /** A style combined with the styles that it is based on. */
  resolve(name: ParagraphStyleName): ResolvedStyle {
    const known = this.#resolved.get(name)
    if (known !== undefined) return known
    const { basedOn, paragraph, run } = this.#paragraphs[name]
    const base = basedOn === undefined ? undefined : this.resolve(basedOn)
    const resolved = { paragraph: { ...base?.paragraph, ...paragraph }, run: { ...base?.run, ...run } }
    this.#resolved.set(name, resolved)
    return resolved
  }

  /** Whether a style is the writer's own. Styles of a reference document are formatted as they are there. */
  isOwn(name: ParagraphStyleName): boolean {
    return !this.#present.paragraphs.has(name)
  }

  /** Whether paragraphs of body text must name their style. */
  get isBodyNamed(): boolean {
    return this.#present.isBodyNamed === true
  }

  paragraphStyleId(name: ParagraphStyleName): string {
    return this.#present.paragraphs.get(name) ?? this.#free(this.#paragraphs[name].id)
  }

  /** The id of a style that looks like another one and has a name of its own. */
  namedStyleId(base: ParagraphStyleName, name: string): string {
    const key = `${base} ${name}`
    const known = this.#named.get(key)
    if (known !== undefined) return known.id
    const id = this.#free(`Named${this.#named.size + 1}`)
    this.#named.set(key, { base, name, id })
    return id
  }

  characterStyleId(name: CharacterStyleName): string {
    return this.#present.characters.get(name) ?? this.#free(this.#characters[name].id)
  }

  get tableStyleId(): string {
    return this.#present.table ?? this.#free(TABLE_STYLE.id)
  }

  /** The w:style elements that the reference document lacks; all of them without a reference. */
  missingStylesXml(): string {
    let xml = ''
    for (const name of namesOf(this.#paragraphs)) {
      if (!this.#present.paragraphs.has(name)) xml += this.#paragraphStyleXml(name)
    }
    for (const name of namesOf(this.#characters)) {
      if (!this.#present.characters.has(name)) xml += this.#characterStyleXml(name)
    }
    for (const { base, name, id } of this.#named.values()) {
      xml += `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${escapeAttribute(name)}"/>\
<w:basedOn w:val="${this.paragraphStyleId(base)}"/><w:uiPriority w:val="99"/></w:style>`
    }
    return this.#present.table === undefined ? xml + this.#tableStyleXml() : xml
  }

  #free(id: string): string {
    return this.#present.taken.has(id) ? `${id}Flow` : id
  }

  #paragraphStyleXml(name: ParagraphStyleName): string {
    const { names, basedOn, next, priority, paragraph, run, contextualSpacing = false } = this.#paragraphs[name]
    const isDefault = name === 'body'
    let xml = `<w:style w:type="paragraph"${isDefault ? ' w:default="1"' : ''}${customAttribute(names[0])}`
    xml += ` w:styleId="${this.paragraphStyleId(name)}"><w:name w:val="${names[0]}"/>`
    if (basedOn !== undefined) xml += `<w:basedOn w:val="${this.paragraphStyleId(basedOn)}"/>`
    if (next !== undefined) xml += `<w:next w:val="${this.paragraphStyleId(next)}"/>`
    xml += priority === undefined ? '<w:uiPriority w:val="99"/>' : `<w:uiPriority w:val="${priority}"/><w:qFormat/>`
    const format = isDefault && this.rightToLeft ? { rightToLeft: true, ...paragraph } : paragraph
    xml += paragraphProperties(mirrorBar(format, this.rightToLeft), {
      contextualSpacing,
      rightToLeft: this.rightToLeft,
    })
    return `${xml}${runProperties(run, this)}</w:style>`
  }

  #characterStyleXml(name: CharacterStyleName): string {
    const { names, run } = this.#characters[name]
    const id = this.characterStyleId(name)
    const head = `<w:style w:type="character"${customAttribute(names[0])} w:styleId="${id}"><w:name w:val="${names[0]}"/>`
    return `${head}<w:uiPriority w:val="99"/>${runProperties(run, this)}</w:style>`
  }

  #tableStyleXml(): string {
    const { names, cellPadding } = TABLE_STYLE
    const { rule, outer, headerBackground } = this.table
    const lines = { top: outer, bottom: outer, insideHorizontal: rule }
    return `<w:style w:type="table" w:customStyle="1" w:styleId="${this.tableStyleId}"><w:name w:val="${names[0]}"/>\
<w:uiPriority w:val="42"/><w:qFormat/><w:tblPr>${bordersXml('w:tblBorders', lines)}<w:tblCellMar>\
<w:top w:w="${cellPadding.top}" w:type="dxa"/><w:left w:w="${cellPadding.left}" w:type="dxa"/>\
<w:bottom w:w="${cellPadding.bottom}" w:type="dxa"/><w:right w:w="${cellPadding.right}" w:type="dxa"/></w:tblCellMar></w:tblPr>\
<w:tblStylePr w:type="firstRow"><w:tblPr/><w:tcPr>${bordersXml('w:tcBorders', { bottom: outer })}\
${shadingXml(headerBackground)}</w:tcPr></w:tblStylePr></w:style>`
  }
}

/** Moves a bar at the start of lines to the right for right-to-left text, since borders have a left and a right, but no start. */
export function mirrorBar(format: ParagraphFormat, rightToLeft: boolean): ParagraphFormat {
  const { borders } = format
  if (!rightToLeft || borders === undefined) return format
  const { left, right, ...others } = borders
  const mirrored = { ...(right === undefined ? {} : { left: right }), ...(left === undefined ? {} : { right: left }) }
  return { ...format, borders: { ...others, ...mirrored } }
}

function applyParagraphOverrides(
  defaults: FlowDocument['defaults'],
  own: NonNullable<FlowDocument['styles']>,
  overrides: NonNullable<StyleOverrides['paragraphs']>,
): Readonly<Record<ParagraphStyleName, ParagraphStyle>> {
  const styles = { ...PARAGRAPH_STYLES }
  for (const name of namesOf(PARAGRAPH_STYLES)) {
    const override = { ...(name === 'body' ? defaults : undefined), ...own[name], ...overrides[name] }
    const style = styles[name]
    // Every format only reads members with its own names, so both can be given the whole object.
    styles[name] = {
      ...style,
      paragraph: { ...style.paragraph, ...override },
      run: { ...style.run, ...withoutRunStyle(override) },
    }
  }
  return styles
}

function applyCharacterOverrides(
  overrides: NonNullable<StyleOverrides['characters']>,
): Readonly<Record<CharacterStyleName, CharacterStyle>> {
  const styles = { ...CHARACTER_STYLES }
  for (const name of namesOf(CHARACTER_STYLES)) {
    styles[name] = { ...styles[name], run: { ...styles[name].run, ...withoutRunStyle(overrides[name] ?? {}) } }
  }
  return styles
}

/** The format without a style and a direction: a style has no character style, and its direction is that of its paragraphs. */
function withoutRunStyle(format: RunFormat): RunFormat {
  const { style: _style, rightToLeft: _rightToLeft, ...rest } = format
  return rest
}

function namesOf<Name extends string>(styles: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(styles) as Name[]
}

/** Marks styles that Word does not know as custom styles. */
function customAttribute(name: string): string {
  return OWN_NAMES.has(name) ? ' w:customStyle="1"' : ''
}

const OWN_NAMES: ReadonlySet<string> = new Set([
  ...['Definition Term', 'Definition', 'Table Text', 'Table Heading', 'Horizontal Line'],
  ...['Alert', 'Alert Tip', 'Alert Important', 'Alert Warning', 'Alert Caution'],
])
