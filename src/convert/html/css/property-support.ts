/**
 * Which CSS properties take effect in the written document, and which are lost.
 *
 * @module
 */

import type { Declaration } from './declarations.js'

/** How a property is treated. */
type PropertySupport =
  /** The property has its effect. */
  | 'shown'
  /** The property does not matter on paper, or its loss is reported for another property. */
  | 'harmless'
  /** The property has no effect, so a page that uses it looks different. */
  | 'missed'

const names = (text: string): string[] => text.split(/\s+/)

/** In longhands, as declarations are once shorthands are taken apart. */
const SHOWN: ReadonlySet<string> = new Set(
  names(`color font-family font-size font-style font-weight font-variant font-variant-caps line-height letter-spacing
text-align text-indent text-transform text-decoration-line text-decoration-style text-decoration-color white-space
overflow-wrap word-wrap word-break table-layout direction visibility list-style-type background-color opacity
background-clip -webkit-background-clip -webkit-text-fill-color display float clear margin-top margin-right margin-bottom margin-left padding-top padding-right
padding-bottom padding-left border-top-width border-right-width border-bottom-width border-left-width border-top-style
border-right-style border-bottom-style border-left-style border-top-color border-right-color border-bottom-color
border-left-color width height min-width max-width min-height max-height box-sizing vertical-align border-collapse
border-spacing overflow-x overflow-y page-break-before page-break-after page-break-inside break-before break-after
break-inside column-count content counter-reset counter-increment counter-set string-set page quotes flex-direction flex-wrap flex-grow
flex-shrink flex-basis order justify-content align-items align-self row-gap column-gap grid-template-columns
grid-template-rows grid-auto-rows grid-auto-columns grid-auto-flow grid-template-areas grid-column grid-row grid-area grid-column-start grid-column-end grid-row-start grid-row-end
aspect-ratio z-index`),
)

/** Values of otherwise unsupported properties that change nothing. All other values are reported as missed. */
const MISSED: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ...names(`border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius
border-bottom-right-radius border-start-start-radius border-start-end-radius border-end-start-radius
border-end-end-radius outline-width word-spacing text-underline-offset border-image-width column-rule-width
outline`).map((name): [string, RegExp] => [name, /^(?:none|normal|auto|(?:0(?:px|em|rem|pt|%)?\s*\/?\s*)+)(?:\s|$)/]),
  // An inset shadow that is wider than any box acts as a background.
  ['box-shadow', /^(?:none|auto|normal|inset(?:\s+0(?:px)?){3}\s+\d{3,5}px\s.*)$/],
  ...names(`text-shadow filter backdrop-filter transform rotate scale translate perspective clip-path mask
mask-image border-image border-image-source list-style-image column-rule column-rule-style column-width column-span
outline-style shape-outside text-emphasis text-emphasis-style initial-letter -webkit-line-clamp line-clamp
-webkit-box-reflect offset-path clip`).map((name): [string, RegExp] => [name, /^(?:none|auto|normal)$/]),
  // A gradient is shown in its mean colour. Repeating gradients are patterns, and the colours of pictures are unknown.
  ['background-image', /^(?:none|(?:-\w+-)?(?:linear|radial|conic)-gradient\()/],
  ['position', /^(?:static|relative|running\(.*\))$/],
  // There are no substitutes for cursive and fantasy fonts.
  ['font-family', /^(?!(?:[\s\S]*,)?\s*(?:cursive|fantasy)\s*(?:,|$))/],
  ['writing-mode', /^(?:horizontal-tb|lr|lr-tb)$/],
  ['text-orientation', /^mixed$/],
  ['unicode-bidi', /^(?:normal|embed|isolate|plaintext)$/],
  ['mix-blend-mode', /^normal$/],
  ['background-blend-mode', /^normal$/],
  ['font-stretch', /^(?:normal|100%)$/],
  ['font-size-adjust', /^none$/],
  ['font-variant-position', /^normal$/],
  ['text-align-last', /^(?:auto|start|left)$/],
  ['list-style-position', /^outside$/],
  ['caption-side', /^(?:top|bottom|block-start|block-end)$/],
  ['empty-cells', /^show$/],
  ['object-fit', /^(?:fill|contain|cover|scale-down|none)$/],
  ['align-content', /^(?:normal|start|stretch|center|(?:flex-)?(?:start|end)|space-(?:between|around|evenly))$/],
  ['justify-items', /^(?:normal|stretch|legacy|start|left|flex-start|center|end|right|flex-end)$/],
  ['justify-self', /^(?:auto|normal|stretch|start|left|flex-start|center|end|right|flex-end)$/],
  ['zoom', /^(?:1|100%|normal)$/],
  // Word keeps either two lines together or none.
  ['orphans', /^[12]$/],
  ['widows', /^[12]$/],
])

/**
 * Properties of CSS 2.2, flexbox, grid and others that change nothing on paper, or whose loss is reported for other properties.
 */
const HARMLESS: ReadonlySet<string> = new Set(
  names(`azimuth background-attachment background-origin background-position background-position-x background-position-y
background-repeat background-size bottom cue cue-after cue-before cursor elevation
inset-block-end inset-block-start inset-inline-end inset-inline-start left outline-color outline-offset pause
pause-after pause-before pitch pitch-range play-during richness right speak speak-header speak-numeral
speak-punctuation speech-rate stress top voice-family volume text-overflow
hyphens tab-size text-rendering text-size-adjust text-wrap text-justify line-break
font-feature-settings font-kerning font-optical-sizing font-variation-settings font-synthesis font-display
font-variant-ligatures font-variant-numeric font-variant-east-asian font-variant-alternates user-select pointer-events
appearance resize caret-color accent-color color-scheme print-color-adjust color-adjust transition animation
scroll-behavior will-change isolation contain content-visibility backface-visibility transform-origin transform-style
object-position image-rendering touch-action text-decoration-thickness text-decoration-skip-ink text-underline-position
box-decoration-break column-fill mask-position mask-size mask-repeat border-image-slice border-image-repeat
border-image-outset column-rule-color src size marks bleed unicode-range`),
)

/** What becomes of a declaration. */
export function supportOf(property: string, value: string): PropertySupport {
  const meaningless = MISSED.get(property)
  if (meaningless !== undefined) {
    const lower = value.toLowerCase()
    return meaningless.test(lower) || /^(?:inherit|initial|unset|revert)$/.test(lower) ? 'harmless' : 'missed'
  }
  return SHOWN.has(property) ? 'shown' : 'harmless'
}

/** Whether the property is known here at all. */
export function isKnownProperty(property: string): boolean {
  return SHOWN.has(property) || MISSED.has(property) || HARMLESS.has(property)
}

/** Properties of an element's declarations whose effect is not shown. The last declaration of a name counts. */
export function unmetProperties(declarations: readonly Declaration[]): readonly string[] {
  let unmet: Set<string> | undefined
  for (const { property, value } of declarations) {
    if (!MISSED.has(property)) continue
    unmet ??= new Set()
    const name = /^border-.*-radius$/.test(property) ? 'border-radius' : property
    if (supportOf(property, value) === 'missed') unmet.add(name)
    else unmet.delete(name)
  }
  return unmet === undefined ? NONE : [...unmet]
}

const NONE: readonly string[] = []
