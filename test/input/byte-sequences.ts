/**
 * Bytes that ask a decoder for everything it knows.
 *
 * @module
 */

/**
 * Every byte, every pair of bytes, every pair behind 0x8F (EUC-JP), four bytes with digits (GB 18030), and all pairs in each of
 * the states of ISO-2022-JP. Line ends keep them apart. It stands alone, so that a browser can run its source.
 */
export function everySequence(): Uint8Array {
  const bytes: number[] = []
  for (let first = 0; first < 256; first++) bytes.push(first, 10, 10)
  for (let first = 0; first < 256; first++) {
    for (let second = 0; second < 256; second++) bytes.push(first, second, 10, 10)
  }
  for (let second = 0x80; second < 256; second++) {
    for (let third = 0x20; third < 256; third++) bytes.push(0x8f, second, third, 10, 10)
  }
  for (let first = 0x81; first < 256; first++) {
    for (let second = 0x30; second <= 0x3a; second++) {
      for (let third = 0x81; third < 256; third++) bytes.push(first, second, third, 0x30 + ((first + third) % 10), 10)
    }
  }
  const states = [
    [0x24, 0x42],
    [0x24, 0x40],
    [0x28, 0x4a],
    [0x28, 0x49],
    [0x28, 0x42],
  ]
  for (const state of states) {
    bytes.push(0x1b, ...state)
    for (let first = 0x20; first < 0x80; first++)
      for (let second = 0x20; second < 0x80; second++) bytes.push(first, second)
    bytes.push(0x1b, 0x28, 0x42, 10)
  }
  return Uint8Array.from(bytes)
}
