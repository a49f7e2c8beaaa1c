/**
 * Finds the stops that tabs lead to.
 *
 * @module
 */

import type { Inline } from '../model/document-model.js'
import type { ParagraphProperties, TabStop } from '../model/properties.js'

/** Distance in twips within which a stop counts as reached. */
const REACHED = 1

/** Word's default for `w:defaultTabStop`, used where a document specifies no valid value. */
const DEFAULT_TAB_STOP = 720

/** The tab stops of a paragraph. Positions count from the side where lines start. */
export interface TabRuler {
  /** Stops in ascending order, without bar tabs. */
  readonly stops: readonly TabStop[]
  /** Positions of bar tabs, which draw vertical lines. */
  readonly bars: readonly number[]
  /** End of a hanging indent, which acts as a tab stop. */
  readonly hanging: number | undefined
  /** End of a hanging indent as a stop for the tab between a list label and the text. */
  readonly hangingOfLabel: number | undefined
  readonly interval: number
}

/** The stop that a tab leads to. */
export interface TabTarget {
  readonly position: number
  readonly alignment: 'left' | 'center' | 'right' | 'decimal'
  readonly leader: TabStop['leader'] | undefined
  /** Whether the document defines this stop. Text may extend to it, even past the margin. */
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
    // In documents of older versions, this tab may lead to the next stop of the ruler instead (ECMA-376-4, 14.8).
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

/** Position that an absolute position tab leads to (ECMA-376-1, 17.3.3.23). `start` and `end` are the indents. */
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
