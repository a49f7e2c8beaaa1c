import type { GeometryFunction } from './geometry.js'

/** To come. */
export const ARROWS: Readonly<Record<string, GeometryFunction>> = {}
