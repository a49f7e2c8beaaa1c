/**
 * The order of the packets of a tile (ITU-T T.800, B.12). All components have the same precincts here.
 *
 * @module
 */
import { type CodingStyle, PROGRESSION } from './codestream.js'
import type { Precinct, Resolution } from './tile-layout.js'

/** What a packet adds to: one layer of a precinct. */
export interface PacketPlace {
  readonly precinct: Precinct
  readonly layer: number
}

/** A precinct and where it comes by each way of ordering. */
interface Placed {
  readonly precinct: Precinct
  readonly component: number
  readonly resolution: number
  /** Among those of its resolution. */
  readonly index: number
}

type Order = (a: Placed, b: Placed) => number

const byResolution: Order = (a, b) => a.resolution - b.resolution
const byComponent: Order = (a, b) => a.component - b.component
const byIndex: Order = (a, b) => a.index - b.index
const byPlace: Order = ({ precinct: a }, { precinct: b }) => a.y - b.y || a.x - b.x

/** The keys by which precincts are sorted, the first of them first; layers are inside of them but for LRCP and RLCP. */
const ORDERS: readonly (readonly Order[])[] = [
  [byResolution, byComponent, byIndex],
  [byResolution, byComponent, byIndex],
  [byResolution, byPlace, byComponent],
  [byPlace, byComponent, byResolution],
  [byComponent, byPlace, byResolution],
]

/** Goes through all packets. */
export function* packetsInOrder(
  components: readonly (readonly Resolution[])[],
  { progression, layers }: CodingStyle,
): Generator<PacketPlace> {
  const placed = listPrecincts(components)
  const orders = ORDERS[progression] as readonly Order[]
  placed.sort((a, b) => orders.reduce((difference, order) => difference || order(a, b), 0))
  if (progression === PROGRESSION.LRCP) yield* inLayers(placed, layers)
  else if (progression === PROGRESSION.RLCP) {
    for (const each of byResolutions(placed)) yield* inLayers(each, layers)
  } else {
    for (const { precinct } of placed) for (let layer = 0; layer < layers; layer++) yield { precinct, layer }
  }
}

function* inLayers(placed: readonly Placed[], layers: number): Generator<PacketPlace> {
  for (let layer = 0; layer < layers; layer++) for (const { precinct } of placed) yield { precinct, layer }
}

function byResolutions(placed: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = []
  for (const each of placed) {
    const group = groups[each.resolution]
    if (group === undefined) groups[each.resolution] = [each]
    else group.push(each)
  }
  return groups.filter((group) => group !== undefined)
}

function listPrecincts(components: readonly (readonly Resolution[])[]): Placed[] {
  return components.flatMap((resolutions, component) =>
    resolutions.flatMap(({ precincts }, resolution) =>
      precincts.map((precinct, index) => ({ precinct, component, resolution, index })),
    ),
  )
}
