/*
 * The first import of each program, or `node --import`:
 * older versions of Node stop at a file or an option that
 * they do not know, and do not say why.
 */
// biome-ignore lint/correctness/useImportExtensions: the declaration has the ending of its own
import { nodeProblem } from './needed-node.mjs'

const problem = nodeProblem(process.versions.node)
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
