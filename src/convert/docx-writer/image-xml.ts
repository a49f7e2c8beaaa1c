/**
 * A picture as DrawingML, in the line or with text around it.
 *
 * @module
 */

import { escapeAttribute } from '../../escape.js'
import type { FlowImage } from './package/media.js'
import { toEmu } from './property-values.js'
import type { Place, Story } from './story.js'

const SVG_EXTENSION = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}'
const SVG_NAMESPACE = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main'
const PICTURE = 'http://schemas.openxmlformats.org/drawingml/2006/picture'

/** Distance of text from a floating picture, in EMU (an eighth of an inch). */
const TEXT_DISTANCE = 114_300

/**
 * A run with an inline or floating picture (ECMA-376-1, 20.4.2.8 and 20.4.2.3). The picture is made smaller where it would not
 * fit.
 */
export function imageXml(story: Story, image: FlowImage, place: Place): string {
  const { document, relationships } = story
  const id = ++document.lastObjectId
  const { width, height } = image.isBehindPage === true ? image : scaleToFit(image, place)
  const size = `cx="${toEmu(width)}" cy="${toEmu(height)}"`
  const name = document.media.add(image.bytes, image.type)
  const embed = (part: string) => relationships.add('image', part)
  const fallback = image.type === 'svg' ? document.media.addFallback(name, image.bytes, width, height) : undefined
  const title = image.title === undefined ? '' : ` title="${escapeAttribute(image.title)}"`
  const look = `<wp:docPr id="${id}" name="Picture ${id}" descr="${escapeAttribute(image.description)}"${title}/>\
<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>\
<a:graphic><a:graphicData uri="${PICTURE}"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/>\
<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${blipXml(embed(name), fallback === undefined ? undefined : embed(fallback))}${cropXml(image)}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>\
</pic:pic></a:graphicData></a:graphic>`
  return `<w:r><w:drawing>${placedXml(image, size, look, id)}</w:drawing></w:r>`
}

function placedXml({ float, isBehindPage }: FlowImage, size: string, look: string, id: number): string {
  if (isBehindPage === true) return behindXml(size, look, id)
  return float === undefined ? inlineXml(size, look) : anchorXml(size, look, float, id)
}

function behindXml(size: string, look: string, id: number): string {
  const place = '<wp:posOffset>0</wp:posOffset>'
  return `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="1" \
locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page">${place}\
</wp:positionH><wp:positionV relativeFrom="page">${place}</wp:positionV><wp:extent ${size}/>\
<wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>${look}</wp:anchor>`
}

function inlineXml(size: string, look: string): string {
  return `<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>\
<wp:effectExtent l="0" t="0" r="0" b="0"/>${look}</wp:inline>`
}

function anchorXml(size: string, look: string, side: 'left' | 'right', id: number): string {
  return `<wp:anchor distT="0" distB="0" distL="${TEXT_DISTANCE}" distR="${TEXT_DISTANCE}" simplePos="0" \
relativeHeight="${id}" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="0"><wp:simplePos x="0" y="0"/>\
<wp:positionH relativeFrom="column"><wp:align>${side}</wp:align></wp:positionH>\
<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent ${size}/>\
<wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapSquare wrapText="bothSides"/>${look}</wp:anchor>`
}

/** What is cropped of a picture, in thousandths of a percent (ECMA-376-1, 20.1.8.55). */
function cropXml({ crop }: FlowImage): string {
  if (crop === undefined) return ''
  const [x, y] = [Math.round(crop.horizontal * 100_000), Math.round(crop.vertical * 100_000)]
  return `<a:srcRect l="${x}" t="${y}" r="${x}" b="${y}"/>`
}

/** A drawing is an extension of a picture that every reader knows ([MS-ODRAWXML], 2.3.1). */
function blipXml(id: string, fallbackId: string | undefined): string {
  if (fallbackId === undefined) return `<a:blip r:embed="${id}"/>`
  return `<a:blip r:embed="${fallbackId}"><a:extLst><a:ext uri="${SVG_EXTENSION}">\
<asvg:svgBlip xmlns:asvg="${SVG_NAMESPACE}" r:embed="${id}"/></a:ext></a:extLst></a:blip>`
}

/** Size of the picture in whole twips, at least one. */
function scaleToFit(image: FlowImage, place: Place): { width: number; height: number } {
  const width = Number.isFinite(image.width) && image.width > 0 ? image.width : 1
  const height = Number.isFinite(image.height) && image.height > 0 ? image.height : 1
  const scale = Math.min(1, place.width / width, place.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
