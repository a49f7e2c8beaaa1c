/**
 * The types of what the page loads of PDF.js.
 *
 * @module
 */

/** What the page loads of pdfjs-dist, from where the API serves it. */
declare module '*/viewer/build/pdf.min.mjs' {
  export const GlobalWorkerOptions: { workerSrc: string }
  // biome-ignore lint/suspicious/noExplicitAny: the types of pdfjs-dist are not those of the file that is served
  export function getDocument(options: object): { readonly promise: Promise<any> }
}
