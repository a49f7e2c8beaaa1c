/**
 * The types of what the page loads of PDF.js.
 *
 * @module
 */

/** What the page loads of pdfjs-dist, from where the API serves it. */
declare module '*/viewer/build/pdf.min.mjs' {
  export const PDFWorker: { create(options: { readonly port: Worker }): { destroy(): void } }
  export function getDocument(options: object): {
    // biome-ignore lint/suspicious/noExplicitAny: the types of pdfjs-dist are not those of the file that is served
    readonly promise: Promise<any>
    destroy(): Promise<void>
  }
}

/** What stands before the service worker of a static page: a name for its files as they are, and their addresses. */
declare const VERSION: string
declare const FILES: readonly string[]
