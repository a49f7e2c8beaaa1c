/**
 * Where tabs lead.
 *
 * @module
 */

import type { Inline } from '../model/document-model.js'
import type { ParagraphProperties, TabStop } from '../model/properties.js'

/** Stops closer than this to the pen have been reached. */
const REACHED = 1

/** Word's default for `w:defaultTabStop`, where a document gives none that makes sense. */
const DEFAULT_TAB_STOP = 720

/** What tabs of a paragraph can go to. Positions from the side where lines start. */
export interface TabRuler {
  /** Rising; without bars. */
  readonly stops: readonly TabStop[]
  /** Vertical lines at these places. */
  readonly bars: readonly number[]
  /** Where a hanging indent ends: a stop by itself. */
  readonly hanging: number | undefined
  /** The same for the tab between a list label and the text. */
  readonly hangingOfLabel: number | undefined
  readonly interval: number
}

/** Where a tab leads. */
export interface TabTarget {
  readonly position: number
  readonly alignment: 'left' | 'center' | 'right' | 'decimal'
  readonly leader: TabStop['leader'] | undefined
  /** The document asks for this place; text may go as far as it, even past the margin. */
  readonly isCustom: boolean
}

/** @param interval of the default stops (w:defaultTabStop) */
export function makeTabRuler(
  properties: ParagraphProperties,
  interval: number,
  compatibility: ReadonlySet<string>,
): TabRuler {
  const stops: TabStop[] = []
  const bars: number[] = []
  for (const stop of properties.tabs) {
    if (stop.alignment === 'bar') bars.push(stop.position)
    else stops.push(stop)
  }
  stops.sort((a, b) => a.position - b.position)
  const hangs = properties.indentFirstLine < 0 && !compatibility.has('noTabHangInd')
  const hanging = hangs ? properties.indentStart : undefined
  return {
    stops,
    bars,
    hanging,
    // ECMA-376-4, 14.8: documents of older versions may want the next stop of the ruler there.
    hangingOfLabel: compatibility.has('doNotUseIndentAsNumberingTabStop') ? undefined : hanging,
    interval: interval > 0 ? interval : DEFAULT_TAB_STOP,
  }
}

/** The stop that a tab at `pen` goes to: custom ones first, then multiples of the default distance. */
export function nextTabTarget(ruler: TabRuler, pen: number, isLabel = false): TabTarget {
  const stop = ruler.stops[firstStopAfter(ruler.stops, pen + REACHED)]
  const hanging = isLabel ? ruler.hangingOfLabel : ruler.hanging
  if (hanging !== undefined && hanging > pen + REACHED && (stop === undefined || hanging < stop.position)) {
    return { position: hanging, alignment: 'left', leader: undefined, isCustom: false }
  }
  if (stop !== undefined && stop.alignment !== 'bar') {
    return { position: stop.position, alignment: stop.alignment, leader: stop.leader, isCustom: true }
  }
  const position = (Math.floor((pen + REACHED) / ruler.interval) + 1) * ruler.interval
  return { position, alignment: 'left', leader: undefined, isCustom: false }
}

/** Where an absolute position tab goes (ECMA-376-1, 17.3.3.23). `start` and `end` are the indents. */
export function positionTabTarget(
  tab: Extract<Inline, { kind: 'positionTab' }>,
  columnWidth: number,
  start: number,
  end: number,
): TabTarget {
  const near = tab.relativeTo === 'indent' ? start : 0
  const far = tab.relativeTo === 'indent' ? end : columnWidth
  const position = tab.alignment === 'left' ? near : tab.alignment === 'right' ? far : (near + far) / 2
  return { position, alignment: tab.alignment, leader: tab.leader, isCustom: true }
}

function firstStopAfter(stops: readonly TabStop[], position: number): number {
  let low = 0
  let high = stops.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stops[middle]?.position ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}
