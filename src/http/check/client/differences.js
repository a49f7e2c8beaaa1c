// A thread that finds where two drawings of a page differ.

/** Largest difference of a colour channel (0 to 255) that does not count, since smoothing causes such differences. */
const TOLERANCE = 40
/** Side of a cell in pixels. Differences in neighbouring cells are one area. */
const CELL = 10

addEventListener('message', ({ data, ports }) => {
  const [before, after] = data
  ports[0]?.postMessage(differences(before, after))
})

/**
 * @param {ImageBitmap} before
 * @param {ImageBitmap} after of the same size
 */
function differences(before, after) {
  const { width, height } = after
  const [a, b] = [pixelsOf(before), pixelsOf(after)]
  const columns = Math.ceil(width / CELL)
  const cells = new Uint8Array(columns * Math.ceil(height / CELL))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 0; x < width; x++, i += 4) {
      const difference = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]))
      if (difference > TOLERANCE) cells[row + Math.floor(x / CELL)] = 1
    }
  }
  return join(cells, columns).map(({ left, top, right, bottom }) => ({
    left: (left * CELL) / width,
    top: (top * CELL) / height,
    width: Math.min(1, ((right + 1) * CELL) / width) - (left * CELL) / width,
    height: Math.min(1, ((bottom + 1) * CELL) / height) - (top * CELL) / height,
  }))
}

/** @param {ImageBitmap} picture */
function pixelsOf(picture) {
  const { width, height } = picture
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext('2d'))
  context.drawImage(picture, 0, 0)
  picture.close()
  return context.getImageData(0, 0, width, height).data
}

/**
 * Bounding boxes of cells that touch, or nearly touch, each other.
 *
 * @param {Uint8Array} cells
 * @param {number} columns
 */
function join(cells, columns) {
  const boxes = []
  const rows = cells.length / columns
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== 1) continue
    const box = { left: columns, top: rows, right: 0, bottom: 0 }
    const pending = [start]
    cells[start] = 2
    for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x)
      box.bottom = Math.max(box.bottom, y)
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const [nx, ny] = [x + dx, y + dy]
          const next = ny * columns + nx
          if (nx < 0 || nx >= columns || ny < 0 || ny >= rows || cells[next] !== 1) continue
          cells[next] = 2
          pending.push(next)
        }
      }
    }
    boxes.push(box)
  }
  return boxes
}
