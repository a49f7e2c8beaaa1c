/**
 * The small parts besides the text: settings, fonts, properties.
 *
 * @module
 */

import { escapeAttribute, escapeXml } from '../../../escape.js'
import type { FlowDocument } from '../flow-document.js'
import { documentLanguages, languageTag } from '../property-values.js'
import { M_NAMESPACE, W_NAMESPACE, XML_DECLARATION } from './namespaces.js'

type Information = FlowDocument['information']

/** Facts about the document that its settings contain. */
interface DocumentTraits {
  readonly hasNotes: boolean
  readonly hasBackground: boolean
  /** Whether even pages have headers of their own. */
  readonly hasEvenPages: boolean
  /** Whether left and right margins are exchanged on even pages. */
  readonly isMirrored: boolean
  /** Whether page borders are measured from the text. */
  readonly hasTextBorders: boolean
}

/** word/settings.xml: a document of Word 2013 and later (compatibilityMode 15: [MS-DOCX], 2.3.1). */
export function settingsPart(
  language: string | undefined,
  { hasNotes, hasBackground, hasEvenPages, isMirrored, hasTextBorders }: DocumentTraits,
): string {
  const background = hasBackground ? '<w:displayBackgroundShape/>' : ''
  const mirrored = isMirrored ? '<w:mirrorMargins/>' : ''
  const borders = hasTextBorders ? TEXT_BORDERS : ''
  const evenPages = hasEvenPages ? '<w:evenAndOddHeaders/>' : ''
  const separators = hasNotes ? '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>' : ''
  return `${XML_DECLARATION}<w:settings xmlns:w="${W_NAMESPACE}" xmlns:m="${M_NAMESPACE}"><w:zoom w:percent="100"/>${background}${mirrored}${borders}\
<w:defaultTabStop w:val="720"/>${evenPages}<w:characterSpacingControl w:val="doNotCompress"/>${separators}<w:compat>\
${BROKEN_LINES}${COMPATIBILITY.map(compatSetting).join('')}</w:compat><m:mathPr><m:mathFont m:val="Cambria Math"/></m:mathPr>\
<w:themeFontLang ${documentLanguages(language)}/><w:clrSchemeMapping w:bg1="light1" w:t1="dark1" w:bg2="light2" \
w:t2="dark2" w:accent1="accent1" w:accent2="accent2" w:accent3="accent3" w:accent4="accent4" w:accent5="accent5" \
w:accent6="accent6" w:hyperlink="hyperlink" w:followedHyperlink="followedHyperlink"/><w:decimalSymbol w:val="."/>\
<w:listSeparator w:val=","/></w:settings>`
}

/** Settings that keep page borders away from headers and footers, which Word includes by default. */
const TEXT_BORDERS = '<w:bordersDoNotSurroundHeader/><w:bordersDoNotSurroundFooter/>'

/** Setting for lines that end with a break: they are not stretched even in justified text (17.15.3.5), as in browsers. */
const BROKEN_LINES = '<w:doNotExpandShiftReturn/>'

const COMPATIBILITY: readonly (readonly [name: string, value: string])[] = [
  ['compatibilityMode', '15'],
  ['overrideTableStyleFontSizeAndJustification', '1'],
  ['enableOpenTypeFeatures', '1'],
  ['doNotFlipMirrorIndents', '1'],
  ['differentiateMultirowTableHeaders', '1'],
]

function compatSetting([name, value]: readonly [name: string, value: string]): string {
  return `<w:compatSetting w:name="${name}" w:uri="http://schemas.microsoft.com/office/word" w:val="${value}"/>`
}

/** word/fontTable.xml: substitutes for fonts that are not installed (ECMA-376-1, 17.8.3.10). */
export function fontTablePart(codeFont: string): string {
  const code = escapeAttribute(codeFont)
  return `${XML_DECLARATION}<w:fonts xmlns:w="${W_NAMESPACE}"><w:font w:name="Calibri"><w:altName w:val="Carlito"/>\
<w:charset w:val="00"/><w:family w:val="swiss"/><w:pitch w:val="variable"/></w:font>\
<w:font w:name="${code}"><w:charset w:val="00"/><w:family w:val="modern"/><w:pitch w:val="fixed"/></w:font></w:fonts>`
}

/** docProps/core.xml (ECMA-376-2, 8). */
export function corePropertiesPart(information: Information): string {
  const { title, subject, author, keywords, description, created } = information
  const language = languageTag(information.language)
  const date = created !== undefined && Number.isFinite(created.getTime()) ? w3cDate(created) : undefined
  const properties: readonly (readonly [name: string, value: string | undefined])[] = [
    ['dc:title', title],
    ['dc:subject', subject],
    ['dc:creator', author],
    ['cp:keywords', keywords],
    ['dc:description', description],
    ['cp:lastModifiedBy', author],
    ['dc:language', language],
  ]
  let xml = ''
  for (const [name, value] of properties) if (value !== undefined) xml += `<${name}>${escapeXml(value)}</${name}>`
  if (date !== undefined) {
    for (const name of ['dcterms:created', 'dcterms:modified']) {
      xml += `<${name} xsi:type="dcterms:W3CDTF">${date}</${name}>`
    }
  }
  return `${XML_DECLARATION}<cp:coreProperties \
xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${xml}</cp:coreProperties>`
}

/** A time in W3CDTF without fractions of a second, which Word does not read. Years have four digits. */
function w3cDate(date: Date): string | undefined {
  const text = date.toISOString()
  return text.length === 24 ? `${text.slice(0, 19)}Z` : undefined
}

/** docProps/app.xml (ECMA-376-1, 22.2). */
export function extendedPropertiesPart(): string {
  return `${XML_DECLARATION}<Properties \
xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>sealwright</Application>\
</Properties>`
}
