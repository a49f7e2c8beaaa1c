/**
 * Names of standards in queries and on command lines.
 *
 * @module
 */

import { CONFORMANCES, type Conformance, type ConformanceChoice } from '../typeset/painting.js'

/** Each choice of standards as one text. Two standards are separated by a comma. */
export const CONFORMANCE_NAMES = [
  ...CONFORMANCES,
  'PDF/A-2u,PDF/UA-1',
  'PDF/A-3u,PDF/UA-1',
  'PDF/A-4,PDF/UA-2',
] as const

/** One of {@link CONFORMANCE_NAMES}. */
export type ConformanceName = (typeof CONFORMANCE_NAMES)[number]

/** The choice that a name stands for. */
export function parseConformance(name: ConformanceName): ConformanceChoice {
  return name.split(',') as Conformance[]
}
