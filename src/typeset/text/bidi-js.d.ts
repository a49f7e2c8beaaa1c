/**
 * Types of the part of `bidi-js` that is used.
 *
 * @module
 */

declare module 'bidi-js' {
  interface EmbeddingLevels {
    readonly levels: Uint8Array
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[]
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    getMirroredCharacter(character: string): string | null
  }
  function createBidi(): Bidi

  // biome-ignore lint/style/noDefaultExport: it is what the package has
  export { createBidi as default }
}
