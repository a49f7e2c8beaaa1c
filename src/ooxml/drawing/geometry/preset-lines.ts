import type { GeometryFunction } from './geometry.js'

/** To come. */
export const LINES: Readonly<Record<string, GeometryFunction>> = {}
