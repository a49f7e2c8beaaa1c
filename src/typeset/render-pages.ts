import { deflateSync } from 'node:zlib'
import { type ObjectSink, PdfDict, PdfName, type PdfRef, PdfStream } from '../pdf/objects.js'
import { COLOR_SPACE_NAME, writeContent } from './content-stream.js'
import type { DisplayList } from './display-list.js'
import { embedFont } from './font-embedding.js'
import type { FontFace } from './font-face.js'
import { collectFontUsage, type FontUsage } from './font-usage.js'
import type { PageSize } from './page-size.js'

/**
 * Adds pages to a PDF: fonts, content streams and page objects. Each page states its boxes, rotation and resources,
 * so nothing is inherited from the page tree that it is put in; linking it there is the caller's work.
 *
 * @param parent what the pages' /Parent names
 * @returns the references of the page objects, in order
 */
export function renderPages(sink: ObjectSink, pages: readonly DisplayList[], size: PageSize, parent: PdfRef): PdfRef[] {
  const usages = collectFontUsage(pages)
  const contents = pages.map((list) => {
    const data = deflateSync(writeContent(list, size.height, usages))
    return sink.add(new PdfStream(new PdfDict({ Filter: PdfName.of('FlateDecode'), Length: data.length }), data))
  })

  const resources = sink.add(addResources(sink, usages))
  const box = [0, 0, ...size.points]
  return contents.map((content) =>
    sink.add(
      new PdfDict({
        Type: PdfName.of('Page'),
        Parent: parent,
        MediaBox: [...box],
        CropBox: [...box],
        Rotate: 0,
        Resources: resources,
        Contents: content,
      }),
    ),
  )
}

/** Embeds the fonts that the content names; gives the resource dictionary with them and the colour space. */
function addResources(sink: ObjectSink, usages: ReadonlyMap<FontFace, FontUsage>): PdfDict {
  const fonts = new Map<string, PdfRef>()
  for (const [face, usage] of usages) fonts.set(usage.resourceName, embedFont(sink, face, usage.glyphs))
  return new PdfDict({
    Font: new PdfDict(fonts),
    ColorSpace: new PdfDict({ [COLOR_SPACE_NAME]: calibratedRgb() }),
  })
}

/**
 * Adds a form XObject (ISO 32000-2, 8.10) that shows one display list, such as the appearance of an annotation.
 *
 * @param matrix maps the form to the annotation's rectangle, for pages that are shown turned
 */
export function renderForm(
  sink: ObjectSink,
  list: DisplayList,
  size: Pick<PageSize, 'width' | 'height'>,
  matrix: readonly [number, number, number, number, number, number],
): PdfRef {
  const usages = collectFontUsage([list])
  const data = deflateSync(writeContent(list, size.height, usages))
  const dict = new PdfDict({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: [0, 0, size.width / 20, size.height / 20],
    Matrix: [...matrix],
    Resources: addResources(sink, usages),
    Filter: PdfName.of('FlateDecode'),
  })
  return sink.add(new PdfStream(dict, data))
}

/**
 * The sRGB primaries as a CalRGB space (ISO 32000-2, 8.6.5.3). It does not depend on a device, so the pages fit into
 * a PDF/A file whatever its output intent is.
 */
function calibratedRgb(): [PdfName, PdfDict] {
  return [
    PdfName.of('CalRGB'),
    new PdfDict({
      WhitePoint: [0.9505, 1, 1.089],
      Gamma: [2.2, 2.2, 2.2],
      Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
    }),
  ]
}
