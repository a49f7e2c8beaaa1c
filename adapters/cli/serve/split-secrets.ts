/**
 * Splits settings with several secrets, which are needed while a secret is changed.
 *
 * @module
 */

/** The secrets in a setting: one on each line, newest first. */
export function splitSecrets(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
