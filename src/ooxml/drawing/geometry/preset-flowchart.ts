import type { GeometryFunction } from './geometry.js'

/** To come. */
export const FLOWCHART: Readonly<Record<string, GeometryFunction>> = {}
