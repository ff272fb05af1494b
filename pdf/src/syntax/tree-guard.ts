import type { PdfLimits } from './limits.ts'
import { isRef, type PdfObject, type PdfRef } from './objects.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'

/**
 * @returns the node's reference, if it has one
 * @throws PdfError for a loop, or beyond the limits
 */
export type TreeGuard = (node: PdfObject, depth: number) => PdfRef | undefined

/** @param tree name in errors, such as `page tree` */
export const createTreeGuard = (limits: PdfLimits, tree: string, tooLarge: string): TreeGuard => {
  const visited = new Set<number>()
  let nodes = 0
  return (node, depth) => {
    if (++nodes > limits.treeNodes || depth > limits.treeDepth) throw new PdfError('PDF_TOO_COMPLEX', tooLarge)
    if (!isRef(node)) return undefined
    if (visited.has(node.num)) throw malformedPdf(`object ${node.num} stands twice in the ${tree}`)
    visited.add(node.num)
    return node
  }
}
