/**
 * Optional content (ISO 32000-2, 8.11): which layers are on when the document is opened.
 *
 * @module
 */
import { PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import type { ContentSource } from './content-source.js'
import type { LayerState } from './drawing.js'

/** Most groups that are read of one document, and of one membership dictionary. */
const MAX_GROUPS = 10_000

/** The layers of a document by its default configuration. */
export class OptionalContent {
  readonly #source: ContentSource
  /** States of the groups that the configuration turns on or off, by object number. */
  #states: Map<number, LayerState> | undefined
  #otherwise: LayerState = 'shown'

  constructor(source: ContentSource) {
    this.#source = source
  }

  /**
   * The state of content in a group or a membership dictionary (8.11.2). Unknown for visibility expressions, for groups whose
   * state follows the zoom or the language, and for other dictionaries.
   */
  stateOf(object: PdfObject | undefined): LayerState {
    const dict = this.#source.resolve(object)
    if (!(dict instanceof PdfDict)) return 'unknown'
    const type = this.#source.lookupName(dict, 'Type')
    if (type === 'OCG') return object instanceof PdfRef ? this.#stateOfGroup(object.num) : 'unknown'
    return type === 'OCMD' ? this.#stateOfMembership(dict) : 'unknown'
  }

  #stateOfGroup(number: number): LayerState {
    this.#states ??= this.#readConfiguration()
    return this.#states.get(number) ?? this.#otherwise
  }

  #stateOfMembership(dict: PdfDict): LayerState {
    if (dict.has('VE')) return 'unknown'
    const groups = dict.get('OCGs')
    const list = this.#source.resolve(groups)
    if (Array.isArray(list) && list.length > MAX_GROUPS) return 'unknown'
    const members = Array.isArray(list) ? list : groups === undefined ? [] : [groups]
    const states = members.filter((item) => this.#source.resolve(item) !== null).map((item) => this.stateOf(item))
    if (states.length === 0) return 'shown'
    if (states.includes('unknown')) return 'unknown'
    const on = states.filter((state) => state === 'shown').length
    const isShown = POLICIES[this.#source.lookupName(dict, 'P') ?? 'AnyOn']?.(on, states.length)
    return isShown === undefined ? 'unknown' : isShown ? 'shown' : 'hidden'
  }

  /** Reads the default configuration (8.11.4.3): /BaseState, then /ON and /OFF. Automatic states leave all groups unknown. */
  #readConfiguration(): Map<number, LayerState> {
    const source = this.#source
    const states = new Map<number, LayerState>()
    const configuration = source.lookupDict(source.lookupDict(source.document.catalog, 'OCProperties'), 'D')
    if (configuration === undefined) {
      this.#otherwise = 'unknown'
      return states
    }
    // The unread end of an overlong list may name any group.
    const isTooLong = (key: string, most: number) =>
      (source.document.lookupArray(configuration, key)?.length ?? 0) > most
    if (isTooLong('AS', 0) || isTooLong('ON', MAX_GROUPS) || isTooLong('OFF', MAX_GROUPS)) {
      this.#otherwise = 'unknown'
      return states
    }
    this.#otherwise = source.lookupName(configuration, 'BaseState') === 'OFF' ? 'hidden' : 'shown'
    this.#apply(states, configuration, 'ON', 'shown')
    this.#apply(states, configuration, 'OFF', 'hidden')
    return states
  }

  #apply(states: Map<number, LayerState>, configuration: PdfDict, key: string, state: LayerState): void {
    const list = this.#source.lookup(configuration, key)
    for (const item of Array.isArray(list) ? list : []) if (item instanceof PdfRef) states.set(item.num, state)
  }
}

/** Tests for /P of a membership dictionary (table 97), by how many of its groups are on. */
const POLICIES: Readonly<Record<string, (on: number, all: number) => boolean>> = {
  AllOn: (on, all) => on === all,
  AnyOn: (on) => on > 0,
  AnyOff: (on, all) => on < all,
  AllOff: (on) => on === 0,
}

/** The state of content that lies in two layers. */
export function bothLayers(one: LayerState, other: LayerState): LayerState {
  if (one === 'hidden' || other === 'hidden') return 'hidden'
  return one === 'unknown' ? 'unknown' : other
}
