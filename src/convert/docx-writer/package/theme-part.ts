/**
 * The theme of a document without a reference (ECMA-376-1, 20.1.6.9): fonts by script, restrained colours, and the formats that
 * the schema requires.
 *
 * @module
 */

import { A_NAMESPACE, XML_DECLARATION } from './namespaces.js'

const COLORS: readonly (readonly [name: string, rgb: string])[] = [
  ['dk2', '1F3A5F'],
  ['lt2', 'EDF1F5'],
  ['accent1', '2E5F8A'],
  ['accent2', 'B8622B'],
  ['accent3', '5B7F5B'],
  ['accent4', '8A6D3B'],
  ['accent5', '6C5B8A'],
  ['accent6', '5B6673'],
  ['hlink', '1B5E9E'],
  ['folHlink', '6C5B8A'],
]

/** Fonts that Word has on every system, for scripts that the main font lacks. */
const SCRIPT_FONTS: readonly (readonly [script: string, font: string])[] = [
  ['Jpan', 'Yu Gothic'],
  ['Hang', 'Malgun Gothic'],
  ['Hans', 'DengXian'],
  ['Hant', 'Microsoft JhengHei'],
  ['Arab', 'Arial'],
  ['Hebr', 'Arial'],
  ['Thai', 'Leelawadee UI'],
  ['Deva', 'Mangal'],
  ['Beng', 'Vrinda'],
  ['Taml', 'Latha'],
]

/** word/theme/theme1.xml. */
export function themePart(): string {
  const colors = COLORS.map(([name, rgb]) => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`).join('')
  return `${XML_DECLARATION}<a:theme xmlns:a="${A_NAMESPACE}" name="Document"><a:themeElements>\
<a:clrScheme name="Document"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>\
<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>${colors}</a:clrScheme>\
<a:fontScheme name="Document"><a:majorFont>${fonts('Calibri')}</a:majorFont><a:minorFont>${fonts('Calibri')}</a:minorFont>\
</a:fontScheme><a:fmtScheme name="Document">${FORMATS}</a:fmtScheme></a:themeElements></a:theme>`
}

function fonts(latin: string): string {
  const scripts = SCRIPT_FONTS.map(([script, font]) => `<a:font script="${script}" typeface="${font}"/>`).join('')
  return `<a:latin typeface="${latin}"/><a:ea typeface=""/><a:cs typeface=""/>${scripts}`
}

/** The fill styles. The schema requires three of each kind, from subtle to intense; here they are all equal. */
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const LINE = `<a:ln w="9525" cap="flat" cmpd="sng" algn="ctr">${FILL}<a:prstDash val="solid"/></a:ln>`
const EFFECT = '<a:effectStyle><a:effectLst/></a:effectStyle>'
const FORMATS = `<a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${LINE.repeat(3)}</a:lnStyleLst>\
<a:effectStyleLst>${EFFECT.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst>`
