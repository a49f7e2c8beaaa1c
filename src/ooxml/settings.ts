import type { DocumentSettings } from '../typeset/model/document-model.js'

/** word/settings.xml. */
export interface Settings {
  readonly document: DocumentSettings
  /** Pages show w:background. */
  readonly displayBackground: boolean
  /** Languages that theme fonts are chosen for, as BCP 47 tags (w:themeFontLang). */
  readonly themeFontLanguages: { readonly latin: string; readonly eastAsia: string; readonly bidi: string }
  /** Theme colours by the name that the text uses: `bg1` -> `light1` (w:clrSchemeMapping). */
  readonly colorMapping: ReadonlyMap<string, string>
}
