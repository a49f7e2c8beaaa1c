/**
 * The sign before decimal places in a language.
 *
 * @module
 */

/** Asking for a locale costs some milliseconds the first time; documents name a few languages. */
const separators = new Map<string, string>()
/** Documents name the languages, so their number is bounded here. */
const MAX_LANGUAGES = 64

/** The sign before decimal places in numbers of a language (BCP 47 tag); a full stop where the tag is not valid. */
export function decimalSeparator(language: string): string {
  if (/^en\b/i.test(language)) return '.'
  let separator = separators.get(language)
  if (separator === undefined) {
    separator = findSeparator(language)
    if (separators.size >= MAX_LANGUAGES) separators.clear()
    separators.set(language, separator)
  }
  return separator
}

function findSeparator(language: string): string {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5)
    return parts.find((part) => part.type === 'decimal')?.value ?? '.'
  } catch {
    return '.'
  }
}
