/**
 * The look of a visible signature: who, when and why, in as large a size as the rectangle takes.
 *
 * @module
 */
import type { ObjectSink, PdfRef } from '../pdf/objects.js'
import { loadBundledFace } from '../typeset/bundled-fonts.js'
import type { DisplayList } from '../typeset/display-list.js'
import { LineStack, type Paragraph } from '../typeset/line-stack.js'
import { renderForm } from '../typeset/render-pages.js'
import type { Color, TextStyle } from '../typeset/text-style.js'

/** What a signature shows, and how much room it has. */
export interface AppearanceContent {
  /** Size of the rectangle on the page, in points. */
  readonly width: number
  readonly height: number
  /** Rotation of the page: the text is turned against it, so that it stands upright. */
  readonly rotation: number
  readonly name: string
  readonly date: Date
  readonly reason: string | undefined
}

const INK: Color = [0.11, 0.12, 0.14]
const GREY: Color = [0.4, 0.42, 0.45]
const ACCENT: Color = [0.05, 0.27, 0.33]

const TWIPS = 20
/** Sizes of the name, in twips, the largest first; the other lines follow in proportion. */
const SIZES = [280, 240, 210, 180, 160, 140, 120, 100, 80, 60]
const ACCENT_WIDTH = 24

/** Adds the appearance stream; gives its reference. */
export function addSignatureAppearance(sink: ObjectSink, content: AppearanceContent): PdfRef {
  const { rotation } = content
  const turned = rotation % 180 !== 0
  const width = Math.round((turned ? content.height : content.width) * TWIPS)
  const height = Math.round((turned ? content.width : content.height) * TWIPS)
  const list: DisplayList = [{ kind: 'rule', x: 0, y: 0, width: ACCENT_WIDTH, thickness: height, color: ACCENT }]
  const gap = Math.min(120, Math.round(width / 20))
  const left = ACCENT_WIDTH + gap
  const stack = fitText(content, Math.max(1, width - left), height)
  const top = Math.max(0, Math.round((height - stack.heightOf(0, stack.lineCount)) / 2))
  stack.paint(list, left, top, 0, stack.lineCount)
  return renderForm(sink, list, { width, height }, uprightMatrix(rotation, content.width, content.height))
}

/** The fullest text that fits, in the largest size that it fits in; in the smallest size at last, whatever fits. */
function fitText(content: AppearanceContent, width: number, height: number): LineStack {
  let stack: LineStack | undefined
  for (const lines of [3, 2, 1]) {
    // A name may be set smaller than the rest of the text would bear, before something is left out.
    for (const size of SIZES) {
      if (lines > 1 && size < 100) break
      stack = LineStack.of(describe(content, size).slice(0, lines), width)
      if (stack.heightOf(0, stack.lineCount) <= height) return stack
    }
  }
  return stack ?? LineStack.of([], width)
}

function describe({ name, date, reason }: AppearanceContent, size: number): Paragraph[] {
  const small = Math.round(size * 0.72)
  const note: TextStyle = { faces: [loadBundledFace('sans'), loadBundledFace('mono')], size: small, color: GREY }
  const strong: TextStyle = { faces: [loadBundledFace('sans-bold'), loadBundledFace('sans')], size, color: INK }
  const when = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const paragraphs: Paragraph[] = [
    { spans: [{ text: name, style: strong }], leading: Math.round(size * 1.25) },
    { spans: [{ text: `Digitally signed ${when}`, style: note }], leading: Math.round(small * 1.35) },
  ]
  if (reason !== undefined) {
    paragraphs.push({ spans: [{ text: reason, style: note }], leading: Math.round(small * 1.35) })
  }
  return paragraphs
}

/** Turns the form by the page's rotation; the viewer moves the turned box into the rectangle (12.5.5, algorithm 8.1). */
function uprightMatrix(
  rotation: number,
  width: number,
  height: number,
): readonly [number, number, number, number, number, number] {
  switch (rotation) {
    case 90:
      return [0, 1, -1, 0, width, 0]
    case 180:
      return [-1, 0, 0, -1, width, height]
    case 270:
      return [0, -1, 1, 0, 0, height]
    default:
      return [1, 0, 0, 1, 0, 0]
  }
}
