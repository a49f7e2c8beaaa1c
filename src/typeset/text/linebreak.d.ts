/**
 * Types of the part of `linebreak` that is used.
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
