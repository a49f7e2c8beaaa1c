/**
 * Turns the members of a request into options of a converter, for one document and for batches alike.
 *
 * @module
 */

import { charsetOf } from '../convert/charset-parameter.js'
import { parseConformance } from '../convert/conformance-names.js'
import { parseExtensions } from '../convert/markdown/extension-names.js'
import { pickReviewOptions, type ReviewOptions } from '../convert/review-options.js'
import type { ConvertSettings } from './conversion-job.js'
import type { ConvertMembers } from './members/request-schemas.js'

/** What is known of a file apart from its bytes. The name may be empty. */
interface NamedFile {
  readonly fileName: string
  readonly contentType?: string | undefined
}

/** Options of the request take precedence over settings of the host. */
export function conversionSettings(
  wish: ConvertMembers,
  { fileName, contentType }: NamedFile,
  byHost: ConvertSettings | undefined,
): ConvertSettings {
  const { title, conformance, baseUrl, markdownExtensions, style } = wish
  const charset = charsetOf(contentType)
  return {
    ...(fileName === '' ? {} : { fileName }),
    ...(charset === undefined ? {} : { charset }),
    ...byHost,
    ...pickReviewOptions(wish as ReviewOptions),
    ...(title === undefined ? {} : { title }),
    ...(conformance === undefined ? {} : { conformance: parseConformance(conformance) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(style === undefined ? {} : { style }),
    ...(markdownExtensions === undefined ? {} : { markdownExtensions: parseExtensions(markdownExtensions) }),
  }
}
