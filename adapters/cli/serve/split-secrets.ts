/**
 * Secrets that are being changed.
 *
 * @module
 */

/** The secrets of a setting, one on each line, the newest first. */
export function splitSecrets(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
