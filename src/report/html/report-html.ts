/**
 * A report as HTML: semantic, without scripts, and nothing out of the file that is not escaped.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import {
  type Block,
  type Fact,
  type ListItem,
  type ReportView,
  type Section,
  shown,
  type TimelineEvent,
  type Value,
} from '../report-view.js'
import type { Wording } from '../wording.js'

/** The verdict and all sections. */
export function reportHtml(view: ReportView, wording: Wording): string {
  return `${verdictHtml(view)}\n${sectionsHtml(view, wording)}`
}

/** The verdict and why. */
export function verdictHtml(view: ReportView): string {
  const { kind, valid, verdict, explanation } = view
  const why = explanation.map((sentence) => `<p>${foreignInOwn(sentence)}</p>`).join('')
  return `<section class="verdict ${kind}" id="verdict" data-valid="${valid}" data-kind="${kind}" aria-labelledby="verdict-title">
<h2 id="verdict-title" tabindex="-1"><span class="mark" aria-hidden="true"></span>${inMarkup(verdict)}</h2>
${why}
</section>`
}

/** Everything below the verdict. */
export function sectionsHtml({ sections }: ReportView, wording: Wording): string {
  return sections.map((section) => sectionHtml(section, 2, wording)).join('\n')
}

/** Sentences of ours may quote a name out of the file, which may run from right to left. */
function foreignInOwn(sentence: string): string {
  return inMarkup(sentence).replace(
    /&quot;(.*?)&quot;/g,
    (_whole, quoted: string) => `\u201c<bdi>${quoted}</bdi>\u201d`,
  )
}

function sectionHtml({ title, id, blocks, sections }: Section, level: number, wording: Wording): string {
  const heading = Math.min(level, 6)
  const inner = [
    ...blocks.map((block) => blockHtml(block, heading + 1, wording)),
    ...sections.map((section) => sectionHtml(section, level + 1, wording)),
  ]
  // Only the main sections are landmarks: each signature has a certificate, and their names would be the same.
  const [opening, closing] =
    heading === 2
      ? [`<section id="${inMarkup(id)}" class="level-2" aria-labelledby="${inMarkup(id)}-title">`, '</section>']
      : [`<div id="${inMarkup(id)}" class="level-${heading}">`, '</div>']
  return `${opening}
<h${heading} id="${inMarkup(id)}-title">${bidi(title)}</h${heading}>
${inner.join('\n')}
${closing}`
}

function blockHtml(block: Block, level: number, wording: Wording): string {
  switch (block.kind) {
    case 'text':
      return `<p class="tone-${block.tone}">${inMarkup(block.text)}</p>`
    case 'facts':
      return factsHtml(block.facts)
    case 'list':
      return `${headingHtml(block.title, level)}<ul class="findings">${block.items.map(itemHtml).join('')}</ul>`
    case 'steps':
      return `${headingHtml(block.title, level)}<ol class="chain">${block.steps.map((step) => `<li>${bidi(step)}</li>`).join('')}</ol>`
    case 'data':
      return `${headingHtml(block.title, level)}${dataHtml(block.lines)}`
    case 'timeline':
      return `${headingHtml(block.title, level)}<ol class="timeline">${block.events.map((event) => eventHtml(event, wording)).join('')}</ol>`
  }
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

function itemHtml({ tone, text, detail, code }: ListItem): string {
  const more = detail === undefined ? '' : ` <span class="detail" lang="en">${inMarkup(detail)}</span>`
  const label = code === undefined ? '' : ` <code class="code">${inMarkup(code)}</code>`
  return `<li class="tone-${tone}">${inMarkup(text)}${more}${label}</li>`
}

function eventHtml({ dateTime, time, type, data, digest }: TimelineEvent, wording: Wording): string {
  const details = data.length === 0 ? `<p class="none">${inMarkup(wording.say('noData'))}</p>` : dataHtml(data)
  return `<li><p class="event"><strong>${bidi(type)}</strong> <time datetime="${inMarkup(dateTime)}">${inMarkup(time)}</time></p>${details}<code class="digest">${inMarkup(digest)}</code></li>`
}

function dataHtml(lines: readonly { readonly key: string; readonly value?: string; readonly level: number }[]): string {
  const rows = lines.map(({ key, value = '' }) => `<div><dt>${bidi(key)}</dt><dd>${bidi(value)}</dd></div>`)
  return `<dl class="data">${rows.join('')}</dl>`
}

/** Text that runs from right to left does not reorder what stands beside it. */
function bidi(text: string): string {
  return `<bdi>${inMarkup(text)}</bdi>`
}

/** Escaped, with what hides or reorders text shown by number: names out of the file stand in sentences of ours, too. */
function inMarkup(text: string): string {
  return escapeHtml(shown(text))
}
