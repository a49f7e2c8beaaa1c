/**
 * The decimal separator of a language.
 *
 * @module
 */

/** Separators by language. A locale takes some milliseconds on first use. */
const separators = new Map<string, string>()
/** Maximum number of languages that are kept, since documents choose them. */
const MAX_LANGUAGES = 64

/** The decimal separator of a language (BCP 47 tag); a full stop where the tag is not valid. */
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
