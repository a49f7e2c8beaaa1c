/**
 * The kinds of pages of a document, with their sizes and the content of their margins.
 *
 * @module
 */

import { smallest } from '../../../lists.js'
import type { FlowBlock, FlowSection, PageSetup, RunningContent } from '../../docx-writer/flow-document.js'
import { writePng } from '../../docx-writer/write-png.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { BoxStyle, Side, TextStyle } from '../css/computed-style.js'
import { type PageKind, type PageRule, type PageSide, type PageStyle, stylePage } from '../css/page-rules.js'
import type { PageRules } from '../css/parse-style-sheet.js'
import { wordHeaders } from '../generated/word-headers.js'
import { firstNumberOf } from './page-breaks.js'
import { type MarginContent, readMarginBoxes, saidDistance } from './page-margin-boxes.js'
import { type PageBox, readPageBox, readPageSetup } from './page-setup.js'
import { layOutMargins, type PageEdges, spaceOf } from './running-content.js'

/** Parts that page styles are made of. */
interface PageStyleParts {
  readonly rules: PageRules
  /** The style of the root element, from which margin boxes inherit. */
  readonly root: TextStyle
  /** The box of the page's content. Its margins and padding lie within those of the page. */
  readonly body: Pick<BoxStyle, 'margin' | 'padding'>
  /** Default page setup, for text and for positioned content. */
  readonly natural: PageSetup
  readonly bare: PageSetup
  readonly isRightToLeft: boolean
  readonly warnings: ConversionWarnings
}

/** One kind of page. */
interface PageForm {
  readonly style: PageStyle
  /** Page size, and the margins of the text. */
  readonly page: PageSetup
  /** Margins that the page sets itself, which contain its margin boxes. */
  readonly margins: PageSetup['margins']
  /** The page without the margins of its content. */
  readonly bare: PageSetup
  readonly box: PageBox
}

/** A planned section: the name of its pages, and which of them it has. */
export interface SectionPlan {
  readonly name: string | undefined
  /** Whether it begins the document. */
  readonly isFirst: boolean
  /** Whether the section consists of the first page only. */
  readonly isFirstOnly: boolean
}

/** Maximum number of names that pages may have. */
const MAX_NAMES = 200

/** The rules that may apply to pages of each name, including those for all pages; under no name only the latter. */
function rulesByName(rules: readonly PageRule[], warnings: PageStyleParts['warnings']): Map<string, PageRule[]> {
  const names = new Set(rules.flatMap(({ selector }) => selector.name ?? []))
  if (names.size > MAX_NAMES) warnings.add(`Only the first ${MAX_NAMES} names of pages mean anything.`)
  const rulesOf = (name: string | undefined) =>
    rules.filter(({ selector }) => selector.name === undefined || selector.name === name)
  return new Map([
    ['', rulesOf(undefined)],
    ...[...names].slice(0, MAX_NAMES).map((name) => [name, rulesOf(name)] as const),
  ])
}

/** The kinds of pages of one document. */
export class PageStyles {
  readonly #parts: PageStyleParts
  readonly #known = new Map<string, PageForm>()
  readonly #rulesOf: ReadonlyMap<string, readonly PageRule[]>
  readonly #hasFirst: boolean
  readonly #hasSides: boolean

  constructor(parts: PageStyleParts) {
    this.#parts = parts
    const { rules, warnings } = parts
    this.#rulesOf = rulesByName(rules.rules, warnings)
    this.#hasFirst = rules.rules.some(
      ({ selector, declarations }) => selector.isFirst === true || wordHeaders(declarations).first !== undefined,
    )
    this.#hasSides = rules.rules.some(({ selector }) => selector.side !== undefined)
    for (const selector of rules.leftOut) warnings.add(`The rules for @page ${selector} are not shown.`)
    for (const { selector, declarations, marginBoxes } of rules.rules) {
      const shows = marginBoxes.some((box) =>
        box.declarations.some(
          ({ property, value }) => property === 'content' && !/^(?:none|normal|""|'')$/.test(value),
        ),
      )
      // Word leaves pages that it skips empty.
      if (selector.isBlank === true && (shows || declarations.some(({ property }) => property === 'background-color')))
        warnings.add(`The rules for @page ${selector.name ?? ''}:blank are not shown.`)
    }
  }

  /** The colour of all pages, if rules set it for all pages and for none in particular. */
  get ground(): string | undefined {
    const { rules } = this.#parts.rules
    const colored = rules.filter(({ declarations }) =>
      declarations.some(({ property }) => property === 'background-color'),
    )
    const isOfAll = colored.every(({ selector }) => Object.keys(selector).length === 0)
    return isOfAll && colored.length > 0 ? this.geometry({}).box.backgroundColor : undefined
  }

  /** The side of odd pages. The document begins with an odd page. */
  get #oddSide(): PageSide {
    return this.#parts.isRightToLeft ? 'left' : 'right'
  }

  /** Whether a page on this side has an odd number. */
  isOdd(side: PageSide | 'recto' | 'verso'): boolean {
    return side === 'recto' || side === this.#oddSide
  }

  geometry(asked: PageKind): PageForm {
    const { isFirst = false, side } = asked
    const name = this.#nameOf(asked)
    // Pages to which the same rules apply are one kind.
    const kind: PageKind = {
      name,
      ...(this.#hasFirst && isFirst ? { isFirst } : {}),
      ...(this.#hasSides && side !== undefined ? { side } : {}),
    }
    const key = `${kind.name ?? ''} ${kind.isFirst === true} ${kind.side ?? ''}`
    let geometry = this.#known.get(key)
    if (geometry === undefined) {
      geometry = this.#read(kind)
      this.#known.set(key, geometry)
    }
    return geometry
  }

  /** A name that no rule uses has no effect. */
  #nameOf({ name }: PageKind): string | undefined {
    return name !== undefined && this.#rulesOf.has(name) ? name : undefined
  }

  /** The usual page of a name: neither first nor on a particular side. */
  usual(name: string | undefined, isFirst = false): PageForm {
    return this.geometry({ name, isFirst, side: this.#oddSide })
  }

  #read(kind: PageKind): PageForm {
    const { body, natural, bare, warnings } = this.#parts
    const rules = this.#rulesOf.get(kind.name ?? '') ?? []
    const style = withWordHeaders(stylePage(rules, kind), kind.isFirst === true)
    const page = readPageSetup(style.declarations, natural, body)
    const box = readPageBox(style.declarations, page)
    for (const property of box.unmet) warnings.add(`The property ${property} of @page is not shown.`)
    return {
      style,
      page,
      margins: readPageSetup(style.declarations, natural).margins,
      bare: readPageSetup(style.declarations, bare),
      box,
    }
  }

  /** The page setups of a section: of odd pages, of even pages, and of its first page. */
  kindsOf({ name, isFirst, isFirstOnly }: SectionPlan): {
    odd: PageForm
    even: PageForm
    first?: PageForm
  } {
    const side = this.#oddSide
    const first = isFirst ? this.geometry({ name, isFirst, side }) : undefined
    if (isFirstOnly && first !== undefined) return { odd: first, even: first }
    const odd = this.geometry({ name, side })
    const even = this.geometry({ name, side: side === 'left' ? 'right' : 'left' })
    return first === undefined ? { odd, even } : { odd, even, first }
  }

  /** The page number with which pages of a name begin. */
  firstNumber(name: string | undefined): number | undefined {
    const reset = this.geometry({ name }).style.declarations.findLast(({ property }) => property === 'counter-reset')
    return reset === undefined || name === undefined ? undefined : firstNumberOf(reset.value)
  }

  /** Whether the first page of a document has another text area than later pages of the same name. */
  isFirstApart(name: string | undefined): boolean {
    const { odd, first = odd } = this.kindsOf({ name, isFirst: true, isFirstOnly: false })
    return !hasSameSheet(first.page, odd.page) || !hasSameSides(first.page, odd.page)
  }

  /** The setup of a section, and what stands in the margins of its pages. */
  section(plan: SectionPlan, content: MarginContent, addFixed: AddFixed): FlowSection {
    const { odd, even, ...kinds } = this.kindsOf(plan)
    const page = this.#settlePage(odd, even, kinds.first)
    const { openingStringOf } = content
    const opening = openingStringOf === undefined ? content : { ...content, stringOf: openingStringOf }
    const first = kinds.first ?? (openingStringOf === undefined ? undefined : odd)
    const edgesOf = (geometry: PageForm, shown: MarginContent) => addFixed(this.#edges(geometry, page, shown), geometry)
    const usual = plan.isFirstOnly ? opening : content
    const [own = {}, ...others] = alignEdges([
      edgesOf(odd, usual),
      ...(first === undefined ? [] : [edgesOf(first, opening)]),
      edgesOf(even, usual),
    ])
    const [firstPage, evenPages] = first === undefined ? [undefined, ...others] : others
    const running: RunningContent = {
      ...own,
      ...(firstPage === undefined || isSame(firstPage, own) ? {} : { firstPage: contentOf(firstPage) }),
      ...(evenPages === undefined || isSame(evenPages, own) ? {} : { evenPages: contentOf(evenPages) }),
    }
    const isEmpty = Object.keys(running).length === 0
    return { page: { ...page, ...bordersOf(odd.box) }, ...(isEmpty ? {} : { running }) }
  }

  #settlePage(odd: PageForm, even: PageForm, first: PageForm | undefined): PageSetup {
    const { warnings } = this.#parts
    const isMirrored = !hasSameSides(odd.page, even.page) && isMirror(odd.page, even.page)
    if (!isMirrored && !hasSameSides(odd.page, even.page))
      warnings.add('Left and right pages have the side margins of right ones: Word only knows mirrored ones.')
    if (!hasSameSheet(odd.page, even.page)) warnings.add('Left pages have the size of right ones.')
    if (first !== undefined && !(hasSameSheet(odd.page, first.page) && hasSameSides(odd.page, first.page)))
      warnings.add('The first page has the size and the side margins of the others, since no page break ends it.')
    const all = [odd, even, ...(first === undefined ? [] : [first])].map(({ page }) => page.margins)
    const top = smallest(all.map((margins) => margins.top))
    const bottom = smallest(all.map((margins) => margins.bottom))
    return { ...odd.page, margins: { ...odd.page.margins, top, bottom }, ...(isMirrored ? { isMirrored } : {}) }
  }

  /** Header and footer of a kind of page. Where its text begins lower than on other pages, the header pushes it down. */
  #edges(geometry: PageForm, section: PageSetup, content: MarginContent): PageEdges {
    const { root, warnings } = this.#parts
    const { style, page, margins, box } = geometry
    const area = { width: page.width, height: page.height, margins }
    const color = box.backgroundColor === this.ground ? undefined : box.backgroundColor
    return layOutMargins(
      readMarginBoxes(style, root, area, content, warnings),
      { page, margins },
      color === undefined ? [] : behindPage(color, page),
      {
        header: page.margins.top > section.margins.top,
        footer: page.margins.bottom > section.margins.bottom,
      },
      {
        header: saidDistance(style.declarations, 'header'),
        footer: saidDistance(style.declarations, 'footer'),
      },
    )
  }
}

/** Adds the headers that Word's HTML names as margin boxes. */
function withWordHeaders(style: PageStyle, isFirst: boolean): PageStyle {
  const { all, first } = wordHeaders(style.declarations)
  const named = isFirst ? (first ?? all) : all
  if (named.length === 0) return style
  const boxes = named.map(([box, element]) => {
    return [box, [{ property: 'content', value: `element(${element})`, important: false }]] as const
  })
  return { ...style, marginBoxes: new Map([...style.marginBoxes, ...boxes]) }
}

/**
 * Gives the kinds of pages in one section equal header and footer distances: the smallest ones. Space makes up for the
 * difference.
 */
function alignEdges(kinds: readonly PageEdges[]): PageEdges[] {
  const distanceOf = (edge: 'headerDistance' | 'footerDistance') => {
    const known = kinds.flatMap(({ [edge]: distance }) => distance ?? [])
    return known.length === 0 ? undefined : smallest(known)
  }
  const [above, below] = [distanceOf('headerDistance'), distanceOf('footerDistance')]
  return kinds.map(({ header, headerDistance = 0, footer, footerDistance = 0 }) => ({
    ...(above === undefined ? {} : { headerDistance: above }),
    ...(below === undefined ? {} : { footerDistance: below }),
    ...(header === undefined ? {} : { header: added([...spaceOf(headerDistance - (above ?? 0))], header) }),
    ...(footer === undefined ? {} : { footer: added(footer, [...spaceOf(footerDistance - (below ?? 0))]) }),
  }))
}

function added(first: readonly FlowBlock[], second: readonly FlowBlock[]): readonly FlowBlock[] {
  return [...first, ...second]
}

function contentOf({ header, footer }: PageEdges): Pick<RunningContent, 'header' | 'footer'> {
  return { ...(header === undefined ? {} : { header }), ...(footer === undefined ? {} : { footer }) }
}

/** Whether two kinds of pages show the same. */
function isSame(first: PageEdges, second: PageEdges): boolean {
  return JSON.stringify(contentOf(first)) === JSON.stringify(contentOf(second))
}

function hasSameSheet(a: PageSetup, b: PageSetup): boolean {
  return a.width === b.width && a.height === b.height
}

function hasSameSides({ margins: a }: PageSetup, { margins: b }: PageSetup): boolean {
  return a.left === b.left && a.right === b.right
}

function isMirror({ margins: a }: PageSetup, { margins: b }: PageSetup): boolean {
  return a.left === b.right && a.right === b.left
}

/** Word's largest distance of page borders, 31 points, in twips. */
const MAX_BORDER_SPACE = 620

/** The borders around the text of a page. */
function bordersOf({ border, padding }: PageBox): Partial<PageSetup> {
  const lines = Object.entries(border).filter(([, line]) => line.style !== 'none')
  if (lines.length === 0) return {}
  const borders = lines.map(([side, line]) => {
    return [side, { ...line, space: Math.min(MAX_BORDER_SPACE, padding[side as Side]) }] as const
  })
  return { borders: Object.fromEntries(borders), bordersFrom: 'text' }
}

/** Adds content that is fixed to the edges of all pages. */
export type AddFixed = (edges: PageEdges, geometry: PageForm) => PageEdges

/**
 * A picture of one colour in page size, in a line of minimal height: the ground of a single page. It stands in the header of the
 * page, since Word only has a colour for all pages.
 */
function behindPage(color: string, { width, height }: PageSetup): FlowBlock[] {
  return [
    {
      kind: 'paragraph',
      style: 'body',
      format: { spaceBefore: 0, spaceAfter: 0, lineSpacing: { exact: 20 } },
      inlines: [
        { kind: 'image', bytes: onePixel(color), type: 'png', width, height, description: '', isBehindPage: true },
      ],
    },
  ]
}

function onePixel(color: string): Uint8Array {
  const data = Uint8Array.from([0, 2, 4], (at) => Number.parseInt(color.slice(at, at + 2), 16))
  return writePng({ kind: 'raster', width: 1, height: 1, colors: 'rgb', bits: 8, encoding: 'raw', data })
}
