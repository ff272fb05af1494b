/** For scripts, whose types cannot include plain JavaScript of another package. */
import './fit-node.mjs'
