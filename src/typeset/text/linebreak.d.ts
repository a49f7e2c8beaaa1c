/**
 * The types of what is used of `linebreak`.
 *
 * @module
 */

declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }

  // biome-ignore lint/style/noDefaultExport: it is what the package has
  export { LineBreaker as default }
}
