/**
 * All CSS properties that are known, and what becomes of their declarations.
 *
 * @module
 */

import { BOX_PROPERTIES } from './box-properties.js'
import { alike, type CssProperties, type CssProperty, NO_LENGTH } from './css-property.js'
import type { Declaration } from './declarations.js'
import { LAYOUT_PROPERTIES } from './layout-properties.js'
import { TEXT_PROPERTIES } from './text-properties.js'
import { TURNING_PROPERTIES } from './turn-box.js'

const NOTHING = /^(?:none|auto|normal)$/

/** Properties without an effect in the written document, and those that are read elsewhere than in the style. */
const UNSHOWN_PROPERTIES: CssProperties = {
  // Read where generated content, page breaks and the size of text are.
  ...alike('quotes font-size', {}),

  ...alike(
    `border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius outline-width word-spacing
text-underline-offset border-image-width outline`,
    { lossless: NO_LENGTH },
  ),
  ...alike(
    `text-shadow filter backdrop-filter scale translate perspective clip-path mask mask-image border-image
border-image-source list-style-image outline-style shape-outside
initial-letter -webkit-line-clamp line-clamp -webkit-box-reflect offset-path clip`,
    { lossless: NOTHING },
  ),
  'text-orientation': { lossless: /^mixed$/ },
  'unicode-bidi': { lossless: /^(?:normal|embed|isolate|plaintext)$/ },
  'mix-blend-mode': { lossless: /^normal$/ },
  'background-blend-mode': { lossless: /^normal$/ },
  'font-stretch': { lossless: /^(?:normal|100%)$/ },
  'font-size-adjust': { lossless: /^none$/ },
  'font-variant-position': { lossless: /^normal$/ },
  'list-style-position': { lossless: /^outside$/ },
  'empty-cells': { lossless: /^show$/ },
  zoom: { lossless: /^(?:1|100%|normal)$/ },

  // They change nothing on paper, or their loss is reported for other properties (CSS 2.2, flexbox, grid and others).
  ...alike(
    `azimuth background-attachment background-origin background-position background-position-x background-position-y
background-repeat background-size cue cue-after cue-before cursor elevation
inset-block-end inset-block-start inset-inline-end inset-inline-start outline-color outline-offset pause
pause-after pause-before pitch pitch-range play-during richness speak speak-header speak-numeral
speak-punctuation speech-rate stress voice-family volume text-overflow
hyphens tab-size text-rendering text-size-adjust text-wrap text-justify line-break
font-feature-settings font-kerning font-optical-sizing font-variation-settings font-synthesis font-display
font-variant-ligatures font-variant-numeric font-variant-east-asian font-variant-alternates user-select pointer-events
appearance resize caret-color accent-color color-scheme print-color-adjust color-adjust transition animation
scroll-behavior will-change isolation contain content-visibility backface-visibility transform-style
object-position image-rendering touch-action text-decoration-thickness text-decoration-skip-ink text-underline-position
box-decoration-break column-fill mask-position mask-size mask-repeat border-image-slice border-image-repeat
border-image-outset column-rule-color column-rule-width src size marks bleed unicode-range`,
    {},
  ),
}

/** One entry for each property; a test sees to it that no module describes what another one does. */
export const PROPERTY_GROUPS = [
  TEXT_PROPERTIES,
  BOX_PROPERTIES,
  LAYOUT_PROPERTIES,
  TURNING_PROPERTIES,
  UNSHOWN_PROPERTIES,
] as const

export const CSS_PROPERTIES: ReadonlyMap<string, CssProperty> = new Map(
  PROPERTY_GROUPS.flatMap((group) => Object.entries(group)),
)

/** Whether a page with this declaration looks different from what it says. */
export function isLost(property: string, value: string): boolean {
  const lossless = CSS_PROPERTIES.get(property)?.lossless
  const lower = value.toLowerCase()
  return lossless !== undefined && !lossless.test(lower) && !/^(?:inherit|initial|unset|revert)$/.test(lower)
}

/** Properties of an element's declarations whose effect is not shown. The last declaration of a name counts. */
export function unmetProperties(declarations: readonly Declaration[]): readonly string[] {
  let unmet: Set<string> | undefined
  for (const { property, value } of declarations) {
    if (CSS_PROPERTIES.get(property)?.lossless === undefined) continue
    unmet ??= new Set()
    const name = /^border-.*-radius$/.test(property) ? 'border-radius' : property
    if (isLost(property, value)) unmet.add(name)
    else unmet.delete(name)
  }
  return unmet === undefined ? NONE : [...unmet]
}

const NONE: readonly string[] = []
