/**
 * Gives a document one of the built-in looks.
 *
 * @module
 */

import type { FlowBlock, FlowDocument, FlowInline, FlowParagraph, PageSetup } from '../docx-writer/flow-document.js'
import { DEFAULT_PAGE } from '../html/pages/page-setup.js'
import { numberClauses } from './clauses.js'
import { CONTRACT } from './contract.js'
import { LETTER } from './letter.js'
import type { DocumentLook, LookSubject } from './look.js'
import type { DocumentStyleName } from './look-names.js'
import type { PageFacts } from './page-facts.js'
import { REPORT } from './report.js'
import { wordsOf } from './words.js'

const LOOKS: Readonly<Record<DocumentStyleName, DocumentLook>> = { letter: LETTER, report: REPORT, contract: CONTRACT }

/** The page that a look sets, unless the document has margins of its own. */
export function pageOfLook(name: DocumentStyleName, page: PageSetup): PageSetup {
  const sides = Object.entries(DEFAULT_PAGE.margins) as [keyof PageSetup['margins'], number][]
  const isDefault = sides.every(([side, width]) => page.margins[side] === width)
  return isDefault ? { ...page, margins: LOOKS[name].margins } : page
}

/** The styles of a look for a text. They are known before it is laid out, so that tables have columns for its letters. */
export function stylesOfLook(
  name: DocumentStyleName,
  text: string,
  defaults: FlowDocument['defaults'],
): NonNullable<FlowDocument['styles']> {
  const { styles, otherScripts } = LOOKS[name]
  const { body, ...others } = styles
  return { ...others, body: { ...body, ...(hasOtherScript(text) ? otherScripts : {}), ...defaults } }
}

/** Gives a document with the page and the styles of a look the rest: headers and footers, and blocks around the text. */
export function applyLook(document: FlowDocument, name: DocumentStyleName, facts: PageFacts): FlowDocument {
  const look = LOOKS[name]
  const { title: said, blocks } = takeTitle(document, facts)
  const title = said === '' ? (facts.subject[0] ?? '') : said
  const page = { ...document.page, pageNumbers: false }
  const { language } = document.information
  const subject: LookSubject = { facts, words: wordsOf(language), title, page, rightToLeft: document.rightToLeft }
  const text = look.hasClauses ? numberClauses(blocks) : blocks
  const closing = look.closing(subject)
  return {
    ...document,
    information: { ...(title === '' ? {} : { title }), ...document.information },
    page,
    running: { ...look.running(subject), ...document.running },
    tableStyle: look.table,
    blocks: [...look.opening(subject), ...(closing.length === 0 ? text : keepEnd(text)), ...closing],
  }
}

/** Last paragraphs of the text that are kept with the blocks after it, so that a signature is not alone on a page. */
const KEPT = 2

function keepEnd(blocks: readonly FlowBlock[]): FlowBlock[] {
  return blocks.map((block, index) => {
    const isLast = index >= blocks.length - KEPT && block.kind === 'paragraph'
    return isLast ? { ...block, format: { ...block.format, keepWithNext: true } } : block
  })
}

/** The title, and the text without the heading that contains it. */
function takeTitle(
  { blocks }: FlowDocument,
  facts: PageFacts,
): { readonly title: string; readonly blocks: readonly FlowBlock[] } {
  const headings = blocks.filter(
    (block): block is FlowParagraph => block.kind === 'paragraph' && block.style === 'heading1',
  )
  const [first] = headings
  const said = facts.title[0] ?? ''
  const heading = first === undefined ? '' : plainText(first.inlines)
  const isTitle = first !== undefined && headings.length === 1 && (said === '' || said === heading)
  if (!isTitle) return { title: said, blocks }
  // Links to the heading now lead to the text below it.
  const marks = first.inlines.filter(({ kind }) => kind === 'bookmark')
  const rest = blocks.filter((block) => block !== first)
  const next = rest.findIndex(({ kind }) => kind === 'paragraph')
  return {
    title: heading,
    blocks: rest.map((block, index) =>
      index === next && block.kind === 'paragraph' ? { ...block, inlines: [...marks, ...block.inlines] } : block,
    ),
  }
}

function plainText(inlines: readonly FlowInline[]): string {
  return inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'link' ? plainText(inline.inlines) : ''))
    .join('')
    .trim()
}

/** Scripts that the substitutes of Georgia and Cambria do not support. */
const OTHER_SCRIPT = /[\u0370-\u052f\u0590-\u08ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g
const LETTER_OF_ANY = /\p{L}/gu
/** Share of letters in such scripts from which on all text is set in another family. */
const LEAST_SHARE = 0.2
/** Characters of the text that are examined. */
const SAMPLE = 20_000

function hasOtherScript(text: string): boolean {
  const sample = text.slice(0, SAMPLE)
  const letters = sample.match(LETTER_OF_ANY)?.length ?? 0
  return letters > 0 && (sample.match(OTHER_SCRIPT)?.length ?? 0) / letters >= LEAST_SHARE
}
