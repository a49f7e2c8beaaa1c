/**
 * The grid on which pages are judged. These numbers say how exactly a page is looked at, and not what is permitted.
 *
 * @module
 */

/** Cells per point. The strokes of a 5-point letter are one cell wide. */
export const CELLS_PER_POINT = 3
/** Side of a tile in points. */
export const TILE_SIDE = 200
/** Margin around each tile that is painted with it, in points. */
export const AROUND_TILE = 16
/** Largest height of letters that a tile holds whole, in points. Larger ones get a sheet of their own. */
export const LARGEST_IN_TILE = 60
/** Half a step of the eight bits in which screens show colours: a smaller difference of a colour or an opacity is not seen. */
export const UNSEEN = 1 / (2 * 255)
