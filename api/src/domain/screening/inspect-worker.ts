import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { inflateWithNode } from 'pdf/node'
import { inspectDocument } from 'pdf/screen'
import { inspectAnnotated } from './inspect-annotated.ts'
import type { AnnotatedInspection, Inspection, InspectionRequest } from './inspection.ts'

const inspect = (
  request: Exclude<InspectionRequest, { kind: 'end' }>,
  bytes: Uint8Array,
): Inspection | AnnotatedInspection =>
  request.kind === 'inspect'
    ? inspectDocument(bytes, inflateWithNode)
    : inspectAnnotated(bytes, request.baseSize, inflateWithNode)

parentPort?.on('message', async (request: InspectionRequest) => {
  if (request.kind === 'end') parentPort?.close()
  else parentPort?.postMessage(inspect(request, await readFile(request.path)))
})
