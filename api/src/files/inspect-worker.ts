import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { inspectDocument } from '../screening/inspect-document.ts'
import { inflateWithNode } from '../signing/pdf/inflate-node.ts'
import type { Inspection } from './inspection.ts'

parentPort?.on('message', async (path: string) => {
  const inspection: Inspection = inspectDocument(await readFile(path), inflateWithNode)
  parentPort?.postMessage(inspection)
})
