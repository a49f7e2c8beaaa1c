/**
 * Types of the parts of PDF.js that the page loads.
 *
 * @module
 */

/** The module of pdfjs-dist that the page loads, at the path where the API serves it. */
declare module '*/viewer/build/pdf.min.mjs' {
  export const PDFWorker: { create(options: { readonly port: Worker }): { destroy(): void } }
  export function getDocument(options: object): {
    // biome-ignore lint/suspicious/noExplicitAny: the types of pdfjs-dist do not belong to the served file
    readonly promise: Promise<any>
    destroy(): Promise<void>
  }
}

/** Defined before the service worker of a static page: a name for the current version of its files. */
declare const VERSION: string
declare const FILES: readonly string[]
