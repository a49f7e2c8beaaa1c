/**
 * sealwright where there is no Node.js, in browsers and on edge hosts: verifying, reports, signing and conversions.
 * What sets text is loaded with the first call that names the files of fonts. Bundlers and hosts that ask for the conditions
 * `browser` or `workerd` get this module as `sealwright`.
 *
 * @module
 */

export type { TextFormat } from './convert/conversion.js'
export * from './everywhere.js'
export type { AssetFile, WebAssets } from './platform/web/late-assets.js'
export { loadAndConvert as convertFile } from './web/load-conversion.js'
export { renderInPage as renderReport, type WebReportOptions } from './web/load-report.js'
export {
  prepareInPage as prepareSignature,
  signInPage as signDocument,
  type WebPrepareOptions,
  type WebSignOptions,
} from './web/load-signing.js'
export type { WebConvertOptions } from './web/typesetting.js'
