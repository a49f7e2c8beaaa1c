/**
 * References of structure elements.
 *
 * @module
 */

import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import type { StructureNode } from '../structure/structure-node.js'

/** Allocates the object of each structure element on first use. */
export class NodeRefs {
  readonly #sink: ObjectSink
  readonly #refs = new Map<StructureNode, PdfRef>()

  constructor(sink: ObjectSink) {
    this.#sink = sink
  }

  of(node: StructureNode): PdfRef {
    let ref = this.#refs.get(node)
    if (ref === undefined) {
      ref = this.#sink.allocate()
      this.#refs.set(node, ref)
    }
    return ref
  }
}
