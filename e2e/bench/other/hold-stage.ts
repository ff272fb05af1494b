import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Stage } from '../stage.ts'

/**
 * A process of its own, for Playwright loads only once in one.
 * Prints the stage as a line of JSON, and closes it when the
 * standard input ends. Arguments: folder, then documents.
 */
const [folder = '', ...names] = process.argv.slice(2)
const { openStage } = await import(pathToFileURL(resolve(folder, 'e2e/bench/stage.ts')).href)
const { port, documents, close }: Stage = await openStage(names, console.error)
process.stdin.once('end', () => void close()).resume()
console.log(JSON.stringify({ port, documents }))
