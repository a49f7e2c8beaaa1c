/**
 * All modules that the command line can come to need. The build puts them in the place of this one (`build/finish.ts`).
 *
 * @module
 */

/** Whether they are there: in the sources, modules do not change their names, and are loaded when they are needed. */
export const HAS_ALL_MODULES = false
