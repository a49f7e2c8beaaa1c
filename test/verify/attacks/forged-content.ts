/**
 * What forged pages show.
 *
 * @module
 */

/** A black field where the price stood, and nothing else. No font is needed. */
export function forgedContent(): string {
  return '0 g 50 690 500 60 re f\n'
}
