/**
 * Headers and footers: which a page has, and how high they are.
 *
 * @module
 */

import type { Block, HeaderSet, SectionProperties } from '../model/document-model.js'
import { type FieldUse, fieldUse } from './find-inlines.js'
import type { PageDecoration } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import { layOutStack } from './lay-out-stack.js'
import type { Stack } from './layout-context.js'
import type { PageGeometry } from './page-geometry.js'

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

/** The page as seen from the corner of its header. */
export function headerFrame(geometry: PageGeometry, { headerDistance }: SectionProperties): PageDecoration {
  return { ...geometry.frame, left: -geometry.textLeft, top: -headerDistance }
}

/** The page as seen from the corner of its footer. */
export function footerFrame(geometry: PageGeometry, top: number): PageDecoration {
  return { ...geometry.frame, left: -geometry.textLeft, top: -top }
}

const NO_BLOCKS: readonly Block[] = []
/** How often a footer is measured again when its drawings move its text, which in turn moves the drawings. */
const MAX_FOOTER_ROUNDS = 4

/** A footer and where it begins. */
interface MeasuredFooter {
  readonly stack: Stack
  readonly top: number
}

/** Lays out headers and footers, those without page numbers once. */
export class HeaderCache {
  readonly #context: FlowContext
  readonly #uses = new Map<readonly Block[], FieldUse>()
  readonly #stacks = new Map<readonly Block[], Map<string, Stack>>()

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** A header or footer for its size. Page numbers hardly change it, so one measurement serves all pages. */
  measured(blocks: readonly Block[] | undefined, width: number, page: PageDecoration): Stack {
    return this.#stack(blocks ?? NO_BLOCKS, width, page, 'measure')
  }

  /**
   * A footer for its size, standing on its distance from the lower edge. Drawings that its text keeps off are moved up
   * where they would leave the page, so that its height follows from its place and its place from its height.
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

  /** The header as it reads on the page that the context's numbers tell. */
  stackFor(blocks: readonly Block[], width: number, page: PageDecoration): Stack {
    const use = this.#useOf(blocks)
    return use.page || use.count
      ? layOutStack(blocks, width, { page }, this.#context)
      : this.#stack(blocks, width, page, 'final')
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

  #useOf(blocks: readonly Block[]): FieldUse {
    let use = this.#uses.get(blocks)
    if (use === undefined) {
      use = fieldUse(blocks)
      this.#uses.set(blocks, use)
    }
    return use
  }
}
