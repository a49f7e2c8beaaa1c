/**
 * Pictures in black and white, as tests make them.
 *
 * @module
 */

/** A picture of black (1) and white (0). */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** 0 outside of it. */
  at(x: number, y: number): number
}

/** Pixels of black where a rule says so. */
export function pixels(width: number, height: number, isBlack: (x: number, y: number) => boolean): Pixels {
  const at = (x: number, y: number) => (x >= 0 && y >= 0 && x < width && y < height && isBlack(x, y) ? 1 : 0)
  return { width, height, at }
}
