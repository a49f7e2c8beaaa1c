/**
 * The styles part of a document without a reference (ECMA-376-1, 17.7).
 *
 * @module
 */

import { documentLanguages } from '../property-values.js'
import type { WrittenStyles } from '../style-sheet.js'
import { W_NAMESPACE, XML_DECLARATION } from './namespaces.js'

/** word/styles.xml: defaults, the styles that every document must have, and the writer's styles. */
export function stylesPart(styles: WrittenStyles, language: string | undefined): string {
  return `${XML_DECLARATION}<w:styles xmlns:w="${W_NAMESPACE}">\
<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:eastAsiaTheme="minorEastAsia" \
w:hAnsiTheme="minorHAnsi" w:cstheme="minorBidi"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang ${documentLanguages(language)}/></w:rPr>\
</w:rPrDefault><w:pPrDefault/></w:docDefaults>${REQUIRED_STYLES}${styles.missingStylesXml()}</w:styles>`
}

/** Default styles of the types that the writer's styles do not cover (ECMA-376-1, 17.7.4.17), and the style of footers. */
const REQUIRED_STYLES = `\
<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/>\
<w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>\
<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>\
<w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/>\
<w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr>\
</w:style>\
<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/><w:uiPriority w:val="99"/>\
<w:semiHidden/><w:unhideWhenUsed/></w:style>`
