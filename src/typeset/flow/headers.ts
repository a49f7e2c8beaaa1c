/**
 * Headers and footers: which of them a page has, and how high they are.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { Block, HeaderSet, SectionProperties } from '../model/document-model.js'
import { type FieldUse, fieldUse, visitInlines } from './find-inlines.js'
import type { PageDecoration } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import { layOutStack } from './lay-out-stack.js'
import type { Stack } from './layout-context.js'
import type { PageGeometry } from './page-geometry.js'
import { TYPESET_LIMITS } from './typeset-limits.js'

/** Which of a section's headers and footers a page has. */
export type HeaderKind = keyof HeaderSet

/** The kind of header that a page has (ECMA-376-1, 17.10). */
export function headerKind(
  section: SectionProperties,
  isFirstOfSection: boolean,
  isEven: boolean,
  evenAndOddHeaders: boolean,
): HeaderKind {
  if (isFirstOfSection && section.titlePage) return 'first'
  return evenAndOddHeaders && isEven ? 'even' : 'default'
}

/** The page in the coordinates of its header. */
export function headerFrame(geometry: PageGeometry, { headerDistance }: SectionProperties): PageDecoration {
  return { ...geometry.frame, left: -geometry.textLeft, top: -headerDistance }
}

/** The page in the coordinates of its footer. */
export function footerFrame(geometry: PageGeometry, top: number): PageDecoration {
  return { ...geometry.frame, left: -geometry.textLeft, top: -top }
}

const NO_BLOCKS: readonly Block[] = []
/** Maximum number of measurements of a footer whose drawings move its text, which in turn moves the drawings. */
const MAX_FOOTER_ROUNDS = 4

/** A footer with its upper edge. */
interface MeasuredFooter {
  readonly stack: Stack
  readonly top: number
}

/** What a header or footer shows, and how much text it has. */
interface HeaderUse extends FieldUse {
  readonly characters: number
}

/** Lays out headers and footers. Those without page numbers are laid out once. */
export class HeaderCache {
  readonly #context: FlowContext
  readonly #uses = new Map<readonly Block[], HeaderUse>()
  #characters = 0
  readonly #stacks = new Map<readonly Block[], Map<string, Stack>>()

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** A header or footer for measuring. Page numbers hardly change its size, so one measurement serves all pages. */
  measured(blocks: readonly Block[] | undefined, width: number, page: PageDecoration): Stack {
    return this.#stack(blocks ?? NO_BLOCKS, width, page, 'measure')
  }

  /**
   * A footer for measuring, at its distance from the lower edge. Drawings that its text flows around are moved up where they
   * would leave the page. Height and position therefore depend on each other.
   */
  measuredFooter(
    blocks: readonly Block[] | undefined,
    geometry: PageGeometry,
    { footerDistance }: SectionProperties,
  ): MeasuredFooter {
    const width = geometry.textWidth
    const topOf = ({ height }: Stack) => geometry.frame.height - footerDistance - height
    let stack = this.measured(blocks, width, footerFrame(geometry, geometry.frame.height - geometry.frame.marginBottom))
    const isMoved = stack.slices.some(({ anchors }) => anchors.some(({ anchor }) => anchor.wrap !== 'none'))
    for (let round = 0; isMoved && round < MAX_FOOTER_ROUNDS; round++) {
      const next = this.#stack(blocks ?? NO_BLOCKS, width, footerFrame(geometry, topOf(stack)), 'final')
      if (next.height === stack.height) break
      stack = next
    }
    return { stack, top: topOf(stack) }
  }

  /**
   * A header or footer with the page numbers of the context.
   *
   * @throws SealwrightError `document_too_complex` when those with page numbers, which are laid out for each page, hold too
   *   much text for so many pages.
   */
  stackFor(blocks: readonly Block[], width: number, page: PageDecoration): Stack {
    const use = this.#useOf(blocks)
    if (!use.page && !use.count) return this.#stack(blocks, width, page, 'final')
    this.#characters += use.characters
    if (this.#characters > TYPESET_LIMITS.maxHeaderCharacters) throw tooMuchText()
    return layOutStack(blocks, width, { page }, this.#context)
  }

  #stack(blocks: readonly Block[], width: number, page: PageDecoration, purpose: 'measure' | 'final'): Stack {
    let stacks = this.#stacks.get(blocks)
    if (stacks === undefined) {
      stacks = new Map()
      this.#stacks.set(blocks, stacks)
    }
    const place = purpose === 'measure' ? [] : [page.top, page.textTop, page.textBottom]
    const key = [...place, width, page.left, page.width, page.height, page.isEven].join(' ')
    let stack = stacks.get(key)
    if (stack === undefined) {
      stack = layOutStack(blocks, width, { page }, this.#context)
      stacks.set(key, stack)
    }
    return stack
  }

  #useOf(blocks: readonly Block[]): HeaderUse {
    let use = this.#uses.get(blocks)
    if (use === undefined) {
      use = { ...fieldUse(blocks), characters: charactersOf(blocks) }
      this.#uses.set(blocks, use)
    }
    return use
  }
}

/** A drawing takes as long to be placed and painted as so many characters. */
const CHARACTERS_PER_DRAWING = 15

/** Characters of blocks. A field or break counts as one. */
function charactersOf(blocks: readonly Block[]): number {
  let characters = 0
  visitInlines(blocks, (inline) => {
    if (inline.kind === 'text') characters += inline.text.length
    else characters += 'drawing' in inline ? CHARACTERS_PER_DRAWING : 1
  })
  return characters
}

function tooMuchText(): SealwrightError {
  const message = `Headers and footers with page numbers have over ${TYPESET_LIMITS.maxHeaderCharacters} characters on all pages.`
  return new SealwrightError('document_too_complex', message)
}
