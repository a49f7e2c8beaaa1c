// The interface of what checks files: the service, or a thread of the page.

/**
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Say A text in the language of the page.
 * @typedef {{ tell(text: string): void, progress(share: number | undefined): void }} Watch
 * @typedef {{ file: File, password: string }} Checked
 * @typedef {{
 *   check(file: File, password: string, watch: Watch): Promise<ChildNode[]>,
 *   cancel(): void,
 *   translate(checked: Checked, link: HTMLAnchorElement, watch: Watch): Promise<Document>,
 *   report(checked: Checked, format: string): Promise<Blob>,
 *   isHere?: boolean,
 * }} Checker
 */

/** An error with an explanation for the reader of why a file could not be checked. */
export class CheckFailure extends Error {}
