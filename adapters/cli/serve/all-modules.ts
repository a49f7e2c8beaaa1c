/**
 * Loads all modules that the command line may need. The build replaces this module (`build/finish.ts`).
 *
 * @module
 */

/**
 * Whether the modules are loaded here. Running from sources, they are loaded when they are needed, since their names do not
 * change.
 */
export const HAS_ALL_MODULES = false
