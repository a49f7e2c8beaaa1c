/**
 * Text and choice fields that are redrawn while their value stays. A document can be prepared so that a field shows another
 * text than its value when it is signed (the shadow attack "replace"), or shows its value in white, cut off or not at all.
 * Redrawing the value afterwards would change what was signed, although nothing was filled in.
 *
 * @module
 */
import { readShownText, type ShownText, type VisibleGlyph } from '../../../ink/index.js'
import type { PdfDocument } from '../../../pdf/document.js'
import {
  type FieldState,
  FLAG_PASSWORD,
  isInvisible,
  normalizeShown,
  readFieldState,
  shownAppearance,
} from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, PdfStream } from '../../../pdf/objects.js'
import { quoteText } from '../../foreign-text.js'
import { changedStreams } from '../changed-streams.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'
import type { WidgetChange } from './widget-change.js'

/** True when a widget shows another stream than before, either a new one or that of another state (/AS). */
export function isDrawnAgain(pair: DrawnPair, before: PdfDict, after: PdfDict): boolean {
  const [older, newer] = [shownPlace(pair.older, before), shownPlace(pair.newer, after)]
  return older !== newer || (newer !== undefined && changedStreams(pair, before, after).includes(newer))
}

/** Path of the shown stream, in the form of `changedStreams`; `undefined` when no stream is shown. */
function shownPlace(document: PdfDocument, widget: PdfDict): string | undefined {
  if (shownAppearance(document, widget) === undefined) return undefined
  const appearances = resolveOrNull(document, widget.get('AP'))
  const isSingle = appearances instanceof PdfDict && resolveOrNull(document, appearances.get('N')) instanceof PdfStream
  return isSingle ? 'N' : `N/${nameOf(resolveOrNull(document, widget.get('AS')))}`
}

/**
 * Judges a widget that is redrawn while the value of its field stays.
 *
 * @param shown The text that it shows now, which is only its value.
 */
export function* judgeKeptText(pair: DrawnPair, change: WidgetChange, shown: ShownText): Generator<Verdict> {
  const { field, before, after, name } = change
  const older = readFieldState(pair.older, field.num)
  if (older === undefined || !isDrawnAgain(pair, before, after) || isInvisible(pair.newer, after)) return
  const stream = shownAppearance(pair.older, before)
  const former = stream === undefined ? undefined : readShownText(pair.olderAlone, older, before, stream)
  if (former !== undefined && showedTheSame(field, former, shown)) return
  const formerText = former === undefined ? '' : former.text
  const isSameText = normalizeShown(formerText) === normalizeShown(shown.text)
  if (former === undefined && isSameText) return
  const now = quoteOrNothing(shown.text)
  if (stream === undefined && pair.oldValue(before, 'AP') === null) {
    // Readers that were told to draw the fields have always shown the value.
    if (isRedrawn(pair)) return
    const message = `Field ${name}, which had no drawing, shows ${now} now: that was its value, which some programs showed and others did not`
    yield remark('field_drawn_first', message)
    return
  }
  // They also drew the value over an empty appearance, which LibreOffice writes.
  if (formerText.trim() === '' && isRedrawn(pair)) return
  const what = isSameText
    ? `is drawn again, and it cannot be told whether it shows ${now} as before`
    : `shows ${now} where it showed ${quoteOrNothing(formerText)}`
  yield reject('shown_text_changed', `Field ${name} ${what}, although nobody changed its value`)
}

function quoteOrNothing(text: string): string {
  return text.trim() === '' ? 'nothing' : quoteText(text)
}

function isRedrawn(pair: DrawnPair): boolean {
  const form = pair.oldValue(pair.older.catalog, 'AcroForm')
  return form instanceof PdfDict && pair.oldValue(form, 'NeedAppearances') === true
}

/** True when the value was shown before and is shown now, both times in letters that look as they should. */
function showedTheSame({ type, flags }: FieldState, former: ShownText, shown: ShownText): boolean {
  if (former.fault !== undefined) return false
  const isMasked = type === 'Tx' && (flags & FLAG_PASSWORD) !== 0
  if (isMasked && normalizeShown(former.text) !== normalizeShown(shown.text)) return false
  const [before, now] = [former, shown].map(({ glyphs }) => glyphs.filter(isLetter)) as [VisibleGlyph[], VisibleGlyph[]]
  return [...before, ...now].every(isKnownLetter) || sameCodes(before, now)
}

/**
 * True for a look with letters that the document draws itself, where the look before had none of them. A form may bring a font
 * whose 1 is drawn as a 9, and no program can tell.
 */
export function hasUnseenLetters(pair: DrawnPair, { field, before }: WidgetChange, { glyphs }: ShownText): boolean {
  const own = glyphs.filter((letter) => isLetter(letter) && letter.glyph.font.facts.isEmbedded)
  if (own.length === 0) return false
  const older = readFieldState(pair.older, field.num)
  const stream = shownAppearance(pair.older, before)
  const former = older && stream && readShownText(pair.olderAlone, older, before, stream)
  const seen = new Set(former?.glyphs.map(letterKey))
  return own.some((glyph) => !seen.has(letterKey(glyph)))
}

function letterKey({ glyph }: VisibleGlyph): string {
  return `${glyph.font.facts.objectNumber} ${glyph.code}`
}

function isLetter({ text }: VisibleGlyph): boolean {
  return text?.trim() !== ''
}

/** True for a letter of a font that every reader has. Nothing in a file tells how its own font looks. */
function isKnownLetter({ glyph, meaning }: VisibleGlyph): boolean {
  const { isStandard, isEmbedded, subtype } = glyph.font.facts
  return meaning.trust === 'agreed' && (isStandard || (subtype === 'Type0' && !isEmbedded))
}

function sameCodes(one: readonly VisibleGlyph[], other: readonly VisibleGlyph[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ glyph: a }, i) => {
      const b = other[i]?.glyph
      const font = a.font.facts.objectNumber
      return font !== undefined && font === b?.font.facts.objectNumber && a.code === b.code
    })
  )
}
