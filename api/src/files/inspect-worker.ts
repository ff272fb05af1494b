import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { inspectDocument } from '../screening/inspect-document.ts'
import { inflateWithNode } from '../signing/pdf/inflate-node.ts'
import type { Inspection, InspectionRequest } from './inspection.ts'

parentPort?.on('message', async (request: InspectionRequest) => {
  // Without a port there is nothing to wait for, so the thread ends by itself.
  if (request.kind === 'end') parentPort?.close()
  else {
    const inspection: Inspection = inspectDocument(await readFile(request.path), inflateWithNode)
    parentPort?.postMessage(inspection)
  }
})
