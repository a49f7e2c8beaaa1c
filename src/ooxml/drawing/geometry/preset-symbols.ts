import type { GeometryFunction } from './geometry.js'

/** To come. */
export const SYMBOLS: Readonly<Record<string, GeometryFunction>> = {}
