import type { GeometryFunction } from './geometry.js'

/** To come. */
export const CALLOUTS: Readonly<Record<string, GeometryFunction>> = {}
