/**
 * Scales drawings.
 *
 * @module
 */

import type { Drawing, DrawingElement } from '../../typeset/model/drawing-model.js'

/** A drawing scaled by a factor. The lines of its shapes keep their width. */
export function scaleDrawing(drawing: Drawing, factor: number): Drawing {
  return {
    ...drawing,
    width: drawing.width * factor,
    height: drawing.height * factor,
    elements: drawing.elements.map((element) => scaleElement(element, factor)),
  }
}

function scaleElement(element: DrawingElement, factor: number): DrawingElement {
  const box = {
    x: element.x * factor,
    y: element.y * factor,
    width: element.width * factor,
    height: element.height * factor,
  }
  if (element.kind !== 'shape') return { ...element, ...box }
  const paths = element.paths.map((path) => ({
    ...path,
    commands: path.commands.map((command) => {
      if (command.op === 'Z') return command
      const point = { x: command.x * factor, y: command.y * factor }
      if (command.op !== 'C') return { ...command, ...point }
      const { x1, y1, x2, y2 } = command
      return { ...command, ...point, x1: x1 * factor, y1: y1 * factor, x2: x2 * factor, y2: y2 * factor }
    }),
  }))
  return { ...element, ...box, paths }
}
