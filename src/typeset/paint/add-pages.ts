/**
 * Adds display lists to a PDF as pages.
 *
 * @module
 */

import { finishSteps, type Steps } from '../../pace/turns.js'
import type { Matrix } from '../../pdf/matrix.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream } from '../../pdf/objects.js'
import { deflateSync } from '../../platform/deflation.js'
import type { DisplayList, Page } from '../display/display-list.js'
import type { FontFace, FontLibrary } from '../fonts/font-face.js'
import type { HostImages } from '../images/host-images.js'
import type { Image } from '../images/image.js'
import type { ImageSource } from '../model/drawing-model.js'
import type { Structure } from '../structure/build-structure.js'
import { ContentStream } from './content-stream.js'
import { ContentTagger } from './content-tagger.js'
import { ImagePainter } from './image-painter.js'
import { type LinkAnnotation, linkAnnotations, type PlacedPage, type Targets } from './link-annotations.js'
import { NodeRefs } from './node-refs.js'
import { PageMarks } from './page-marks.js'
import { paintItems } from './paint-items.js'
import { PaintResources } from './paint-resources.js'
import type { PendingContents } from './pending-contents.js'
import {
  type AddedStructure,
  addStructureBranch,
  addStructureTree,
  type StructureGraft,
  type TaggedAnnotation,
} from './structure-tree.js'

/** Options for painting display lists. */
export interface PaintOptions {
  /** Whether colours are device-independent (CalRGB), for pages that join a PDF/A file with any output intent. Default: false. */
  readonly calibratedColor?: boolean
  /** Whether font subsets list their characters in a /CIDSet, which PDF/A-1 requires and PDF 2.0 deprecates. Default: false. */
  readonly cidSets?: boolean
  /**
   * Characters that fonts contain first, whether used or not. Pages with similar text then have the same subsets, which are
   * cached.
   */
  readonly commonCharacters?: readonly { readonly face: FontFace; readonly characters: string }[]
  /** The document structure; left out: the pages are not tagged. */
  readonly structure?: Structure
  /**
   * Whether destinations refer to structure elements as well and private characters have a replacement text, as PDF/UA-2
   * requires (ISO 14289-2, 8.8 and 8.4.3). Default: false.
   */
  readonly followsUa2?: boolean
  /** The place in another file's structure that this structure joins; left out: the file is new. */
  readonly graft?: StructureGraft
  /** Fonts for the text of metafiles; left out: that text is not shown. */
  readonly fonts?: FontLibrary
  /** Pictures decoded by packages that the host provides. */
  readonly hostImages?: HostImages
  /** Takes page contents to compress them elsewhere; left out: they are compressed at once. */
  readonly contents?: PendingContents | undefined
  /** Reports in plain English what could not be shown. */
  readonly warn?: (message: string) => void
  /** Called before every page; may throw to cancel. */
  readonly checkpoint?: () => void
}

/** Added pages with their links, bookmarks and headings. */
export interface AddedPages {
  readonly pages: readonly PlacedPage[]
  readonly marks: PageMarks
  /** Targets that links and outline items of the file refer to. */
  readonly targets: Targets
  /** Whether pictures have colours of printing inks (CMYK). */
  readonly usesInk: boolean
  /** The structure tree, if a new one was added. */
  readonly structureTree: PdfRef | undefined
  /** The part that was added to the structure tree of another file. */
  readonly addedStructure: AddedStructure | undefined
}

/**
 * Adds pages to a PDF: fonts, images, content streams, links and page objects. Each page states its boxes, rotation and
 * resources, so it inherits nothing from the page tree. The caller adds the pages to the page tree.
 *
 * @param parent what the pages' /Parent names
 * @returns the references of the page objects, in order
 * @throws SealwrightError `invalid_font`
 */
export function addPages(
  sink: ObjectSink,
  pages: readonly Page[],
  images: ReadonlyMap<string, ImageSource | Image>,
  parent: PdfRef,
  options: PaintOptions = {},
): PdfRef[] {
  return paintPages(sink, pages, images, parent, options).pages.map((page) => page.ref)
}

interface PaintedPage {
  readonly content: PdfRef
  readonly resources: PdfRef
  readonly isBlended: boolean
}

/** {@link addPages}, with the headings and bookmarks for an outline. */
export function paintPages(
  sink: ObjectSink,
  pages: readonly Page[],
  images: ReadonlyMap<string, ImageSource | Image>,
  parent: PdfRef,
  options: PaintOptions = {},
): AddedPages {
  return finishSteps(paintByPage(sink, pages, images, parent, options))
}

/** {@link paintPages}, with a stop after each page and within long tasks. */
export function* paintByPage(
  sink: ObjectSink,
  pages: readonly Page[],
  images: ReadonlyMap<string, ImageSource | Image>,
  parent: PdfRef,
  options: PaintOptions,
): Steps<AddedPages> {
  const resources = new PaintResources(sink, options.calibratedColor === true)
  resources.replacesPrivate = options.followsUa2 === true
  for (const { face, characters } of options.commonCharacters ?? []) resources.codesOf(face).reserve(characters)
  const tagger = options.structure && new ContentTagger(options.structure)
  const marks = new PageMarks(tagger)
  const refs = new NodeRefs(sink)
  const painting = { sink, resources, painter: imagePainter(images, options), tagger, marks, refs, options }
  const painted: PaintedPage[] = []
  for (const page of pages) {
    painted.push(paintPage(page, painting))
    yield (PAINTED_SHARE * painted.length) / pages.length
  }
  yield* resources.finishFontsInSteps(options)
  tagger?.finish()
  const { targets, annotations } = addPageObjects(pages, painted, parent, painting)
  const { structure, graft } = options
  const facts = { pages: targets.pages, marks, targets, usesInk: resources.usesInk }
  if (structure === undefined || tagger === undefined) {
    return { ...facts, structureTree: undefined, addedStructure: undefined }
  }
  const context = { sink, refs, version: structure.version, pages: targets.pages, annotations }
  if (graft === undefined) {
    const structureTree = yield* addStructureTree(context, structure.root, tagger.contents)
    return { ...facts, structureTree, addedStructure: undefined }
  }
  const addedStructure = yield* addStructureBranch(context, structure.root, tagger.contents, graft)
  return { ...facts, structureTree: undefined, addedStructure }
}

/** Share of painting pages in the work of writing a file. The rest is for fonts, the structure and the file itself. */
const PAINTED_SHARE = 0.6

/** What all pages share while they are painted. */
interface Painting {
  readonly sink: ObjectSink
  readonly resources: PaintResources
  readonly painter: ImagePainter
  readonly tagger: ContentTagger | undefined
  readonly marks: PageMarks
  readonly refs: NodeRefs
  readonly options: PaintOptions
}

function paintPage(page: Page, { sink, resources, painter, tagger, marks, options }: Painting): PaintedPage {
  options.checkpoint?.()
  marks.startPage()
  const stream = new ContentStream(resources, page.height)
  tagger?.startPage(stream)
  if (page.background !== undefined) {
    tagger?.enter()
    stream.setFill(page.background)
    stream.rectangle(0, 0, page.width, page.height)
  }
  paintItems(stream, painter, page.items, marks)
  tagger?.close()
  const isBlended = stream.used.has('ExtGState') || stream.used.has('XObject')
  const content = options.contents?.add(stream.finish()) ?? addContent(sink, stream, {})
  return { content, resources: resources.dictionaryFor(stream.used), isBlended }
}

function addPageObjects(
  pages: readonly Page[],
  painted: readonly PaintedPage[],
  parent: PdfRef,
  { sink, tagger, marks, refs, options }: Painting,
): { readonly targets: Targets; readonly annotations: readonly TaggedAnnotation[] } {
  const firstKey = options.graft?.firstKey ?? 0
  const annotations: TaggedAnnotation[] = []
  const placed = pages.map((page): PlacedPage => ({ ref: sink.allocate(), height: page.height }))
  const targets = { pages: placed, refs: options.followsUa2 === true ? refs : undefined }
  placed.forEach(({ ref }, index) => {
    const page = pages[index]
    const written = painted[index]
    if (page === undefined || written === undefined) return
    const box = [0, 0, page.width / 20, page.height / 20]
    const links = linkAnnotations(marks.links[index] ?? [], page.height, marks, targets).map((link) =>
      addLink(sink, link, { page: index, key: firstKey + pages.length + annotations.length }, annotations),
    )
    sink.put(
      ref,
      new PdfDict({
        Type: PdfName.of('Page'),
        Parent: parent,
        MediaBox: box,
        CropBox: [...box],
        Rotate: 0,
        Resources: written.resources,
        Contents: written.content,
        // With transparent content, PDF/A requires a blending colour space (ISO 19005-2, 6.2.10).
        ...(written.isBlended && options.calibratedColor !== true ? { Group: blendingGroup() } : {}),
        ...(links.length === 0 ? {} : { Annots: links }),
        ...(tagger === undefined ? {} : { StructParents: firstKey + index, Tabs: PdfName.of('S') }),
      }),
    )
  })
  return { targets, annotations }
}

/** Adds the annotation of a link. If the link has a structure element, the annotation is listed for it. */
function addLink(
  sink: ObjectSink,
  { dict, node }: LinkAnnotation,
  place: { readonly page: number; readonly key: number },
  annotations: TaggedAnnotation[],
): PdfRef {
  if (node === undefined) return sink.add(dict)
  const ref = sink.add(dict.with({ StructParent: place.key }))
  annotations.push({ ref, node, ...place })
  return ref
}

/**
 * Adds a form XObject (ISO 32000-2, 8.10) that shows one display list, such as the appearance of an annotation.
 *
 * @param size of the form's box, in twips
 * @param options.images those that the list names, ready to be stored
 * @param matrix maps the form to the annotation's rectangle, in points, for pages that are shown turned
 */
export function addForm(
  sink: ObjectSink,
  items: DisplayList,
  size: { readonly width: number; readonly height: number },
  matrix: Matrix,
  options: PaintOptions & { readonly images?: ReadonlyMap<string, Image> } = {},
): PdfRef {
  const resources = new PaintResources(sink, options.calibratedColor === true)
  const stream = new ContentStream(resources, size.height)
  paintItems(stream, imagePainter(options.images ?? new Map(), options), items)
  const used = resources.dictionaryFor(stream.used)
  resources.finishFonts(options)
  return addContent(sink, stream, {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: [0, 0, size.width / 20, size.height / 20],
    Matrix: [...matrix],
    Resources: used,
  })
}

function blendingGroup(): PdfDict {
  return new PdfDict({ S: PdfName.of('Transparency'), CS: PdfName.of('DeviceRGB') })
}

function imagePainter(images: ReadonlyMap<string, ImageSource | Image>, options: PaintOptions): ImagePainter {
  const { fonts, hostImages, warn = () => {} } = options
  return new ImagePainter(images, { fonts, hostImages, warn, paintItems })
}

function addContent(sink: ObjectSink, stream: ContentStream, entries: Record<string, PdfObject>): PdfRef {
  const data = deflateSync(stream.finish())
  return sink.add(new PdfStream(new PdfDict({ ...entries, Filter: PdfName.of('FlateDecode') }), data))
}
