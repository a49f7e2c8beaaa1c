/**
 * A report as HTML: semantic, without scripts, and with all text from the file escaped.
 *
 * @module
 */
import { escapeHtml } from '../../escape.js'
import type { Language } from '../../texts/texts.js'
import {
  type Block,
  type Fact,
  type ListItem,
  type Person,
  type ReportView,
  type Section,
  shown,
  type TimelineEvent,
  type Value,
} from '../report-view.js'
import type { Wording } from '../wording.js'
import { hasFault, isFoldedSection, OPEN, splitItems, splitSection } from './folding.js'

/** How a report is written. */
interface Manner {
  readonly wording: Wording
  /** True when long parts are folded until the reader opens them. Otherwise everything is shown, for reading and printing. */
  readonly isFolded: boolean
}

/** The whole report: the verdict, the first screen and all sections. */
export function reportHtml(view: ReportView, wording: Wording): string {
  const manner = { wording, isFolded: false }
  return `${verdictHtml(view)}\n${summaryHtml(view, manner)}\n${sectionsHtml(view, manner)}`
}

/** The verdict and its reasons. */
export function verdictHtml(view: ReportView): string {
  const { kind, valid, verdict, explanation, language } = view
  const why = explanation.map((sentence) => `<p>${foreignInOwn(sentence, language)}</p>`).join('')
  return `<section class="verdict ${kind}" id="verdict" data-valid="${valid}" data-kind="${kind}" aria-labelledby="verdict-title">
<h2 id="verdict-title" tabindex="-1"><span class="mark" aria-hidden="true"></span>${inMarkup(verdict)}</h2>
${why}
</section>`
}

/** The first screen: who signed and when, what was changed, and what to do now. */
export function summaryHtml({ summary }: ReportView, manner: Manner): string {
  const blocks = summary.map((block) => {
    const isWide = block.kind === 'people' && block.people.length > PEOPLE_BESIDE
    return `<div class="answer answer-${isWide ? 'crowd' : block.kind}">${blockHtml(block, 3, manner)}</div>`
  })
  return `<div id="summary" class="card">${blocks.join('\n')}</div>`
}

/** Most signers that are shown next to the changes. More signers use the whole width. */
const PEOPLE_BESIDE = 3

/** All sections below the first screen, folded. */
export function sectionsHtml({ sections }: ReportView, manner: Manner): string {
  return sections.map((section) => sectionHtml(section, 2, manner)).join('\n')
}

/**
 * A sentence of this package as markup. Quoted names come from the file and may run from right to left, so they are isolated.
 */
function foreignInOwn(sentence: string, language: Language): string {
  const [opening, closing] = QUOTES[language]
  return inMarkup(sentence).replace(
    /&quot;(.*?)&quot;/g,
    (_whole, quoted: string) => `${opening}<bdi>${quoted}</bdi>${closing}`,
  )
}

/** A sentence of this package as plain text, with the quotation marks of its language. */
export function inPlainText(sentence: string, language: Language): string {
  const [opening, closing] = QUOTES[language]
  return shown(sentence).replace(/"(.*?)"/g, (_whole, quoted: string) => `${opening}${quoted}${closing}`)
}

/** Quotation marks by language. */
const QUOTES: Readonly<Record<Language, readonly [opening: string, closing: string]>> = {
  en: ['\u201c', '\u201d'],
  de: ['\u201e', '\u201c'],
  fr: ['\u00ab\u00a0', '\u00a0\u00bb'],
  es: ['\u00ab', '\u00bb'],
}

function sectionHtml(section: Section, level: number, manner: Manner, index = 0): string {
  const { title } = section
  const id = inMarkup(section.id)
  const heading = Math.min(level, 6)
  const isFolded = manner.isFolded && isFoldedSection(level, index)
  const inner = isFolded ? foldedHtml(section, level, manner) : bodyHtml(section, level, manner)
  const head = `<h${heading} id="${id}-title">${bidi(title)}</h${heading}>`
  // Only the main sections are landmarks. The headings of inner sections repeat, since each signature has a certificate.
  return heading === 2
    ? `<section id="${id}" class="level-2" aria-labelledby="${id}-title">
<details><summary>${head}</summary>
${inner}
</details></section>`
    : `<div id="${id}" class="level-${heading}">${head}
${inner}
</div>`
}

function bodyHtml({ blocks, sections }: Section, level: number, manner: Manner): string {
  const heading = Math.min(level, 6)
  return [
    ...blocks.map((block) => blockHtml(block, heading + 1, manner)),
    ...sections.map((section, index) => sectionHtml(section, level + 1, manner, index)),
  ].join('\n')
}

/** The verdict and the signer, and the rest of the section to be opened. */
function foldedHtml(section: Section, level: number, manner: Manner): string {
  const [first, rest] = splitSection(section)
  const summary = manner.wording.say('more', { title: section.title })
  const blocks = first.map((block) => blockHtml(block, Math.min(level, 6) + 1, manner))
  return `${blocks.join('\n')}${fold(summary, bodyHtml(rest, level, manner))}`
}

function fold(summary: string, body: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${inMarkup(summary)}</summary>${body}</details>`
}

/** The beginning of a list, and the rest to be opened, with a heading and the number of entries. */
function listHtml<T>(
  { title, items, open }: { readonly title: string; readonly items: readonly T[]; readonly open: number },
  { wording, isFolded }: Manner,
  write: (items: readonly T[]) => string,
  isOpen: (first: readonly T[], rest: readonly T[]) => boolean = () => false,
): string {
  const [first, rest] = isFolded ? splitItems(items, open) : [items, []]
  if (rest.length === 0) return write(first)
  const summary = wording.say('moreOf', { title, count: wording.number(rest.length) })
  return `${write(first)}${fold(summary, write(rest), isOpen(first, rest))}`
}

function blockHtml(block: Block, level: number, manner: Manner): string {
  switch (block.kind) {
    case 'text':
      return `<p class="tone-${block.tone}">${inMarkup(block.text)}</p>`
    case 'facts':
      return factsHtml(block.facts)
    case 'answer':
      return `${headingHtml(block.title, level)}<p>${inMarkup(block.text)}</p>`
    case 'people':
      return `${headingHtml(block.title, level)}${peopleHtml(block.people, block.rest)}`
    case 'list':
    case 'changes':
      return `${headingHtml(block.title, level)}${itemsHtml(block, manner)}`
    case 'steps':
      return `${headingHtml(block.title, level)}<ol class="chain">${block.steps.map((step) => `<li>${bidi(step)}</li>`).join('')}</ol>`
    case 'data':
      return `${headingHtml(block.title, level)}${listHtml({ title: block.title, items: block.lines, open: OPEN.lines }, manner, dataHtml)}`
    case 'timeline':
      return `${headingHtml(block.title, level)}${listHtml(
        { title: block.title, items: block.events, open: OPEN.events },
        manner,
        (events) => `<ol class="timeline">${events.map((event) => eventHtml(event, manner.wording)).join('')}</ol>`,
      )}`
  }
}

function itemsHtml(
  { kind, title, items }: Extract<Block, { readonly kind: 'list' | 'changes' }>,
  manner: Manner,
): string {
  const write = (part: readonly ListItem[]) =>
    `<ul class="findings${kind === 'changes' ? ' framed' : ''}">${part.map((item) => itemHtml(item, manner.wording.language)).join('')}</ul>`
  const isOpen = (first: readonly ListItem[], rest: readonly ListItem[]) => hasFault(rest) && !hasFault(first)
  return listHtml({ title, items, open: OPEN.items }, manner, write, isOpen)
}

function peopleHtml(people: readonly Person[], rest: readonly string[]): string {
  const entries = people.map(({ tone, name, status, lines }) => {
    const details = lines.map((line) => `<li>${valueHtml(line)}</li>`).join('')
    const head = `<p><strong>${valueHtml(name)}</strong> <span class="status tone-${tone}">${inMarkup(status)}</span></p>`
    return `<li>${head}<ul>${details}</ul></li>`
  })
  const more = rest.map((text) => `<li class="rest">${inMarkup(text)}</li>`)
  return `<ul class="people">${[...entries, ...more].join('')}</ul>`
}

function headingHtml(title: string, level: number): string {
  const heading = Math.min(level, 6)
  return `<h${heading} class="minor">${inMarkup(title)}</h${heading}>`
}

function factsHtml(facts: readonly Fact[]): string {
  const rows = facts.map(
    ({ label, values }) =>
      `<div><dt>${bidi(label)}</dt>${values.map((value) => `<dd>${valueHtml(value)}</dd>`).join('')}</div>`,
  )
  return `<dl class="facts">${rows.join('')}</dl>`
}

function valueHtml({ text, kind, isStrong }: Value): string {
  const inner = {
    own: () => inMarkup(text),
    foreign: () => bidi(text),
    digest: () => `<code>${inMarkup(text)}</code>`,
    english: () => `<span lang="en">${inMarkup(text)}</span>`,
  }[kind]()
  return isStrong ? `<strong>${inner}</strong>` : inner
}

function itemHtml({ tone, label, text, detail, code }: ListItem, language: Language): string {
  const head = label === undefined ? '' : `<strong class="label">${inMarkup(label)}</strong> `
  const more = detail === undefined ? '' : ` <span class="detail" lang="en">${inMarkup(detail)}</span>`
  const name = code === undefined ? '' : ` <code class="code">${inMarkup(code)}</code>`
  return `<li class="tone-${tone}">${head}${foreignInOwn(text, language)}${more}${name}</li>`
}

function eventHtml({ dateTime, time, type, data, digest }: TimelineEvent, wording: Wording): string {
  const details = data.length === 0 ? `<p class="none">${inMarkup(wording.say('noData'))}</p>` : dataHtml(data)
  return `<li><p class="event"><strong>${bidi(type)}</strong> <time datetime="${inMarkup(dateTime)}">${inMarkup(time)}</time></p>${details}<code class="digest">${inMarkup(digest)}</code></li>`
}

function dataHtml(lines: readonly { readonly key: string; readonly value?: string; readonly level: number }[]): string {
  const rows = lines.map(({ key, value = '' }) => `<div><dt>${bidi(key)}</dt><dd>${bidi(value)}</dd></div>`)
  return `<dl class="data">${rows.join('')}</dl>`
}

/** Isolates a text, so that one from right to left does not reorder its neighbours. */
function bidi(text: string): string {
  return `<bdi>${inMarkup(text)}</bdi>`
}

/**
 * Escapes a text. Characters that hide or reorder text are shown by number, also in sentences of this package, which may
 * quote names from the file.
 */
function inMarkup(text: string): string {
  return escapeHtml(shown(text))
}
