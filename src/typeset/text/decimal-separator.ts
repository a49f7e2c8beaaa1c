/** The sign before decimal places in numbers of a language (BCP 47 tag); a full stop where the tag is not valid. */
export function decimalSeparator(language: string): string {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5)
    return parts.find((part) => part.type === 'decimal')?.value ?? '.'
  } catch {
    return '.'
  }
}
