import { readFile } from 'node:fs/promises'
import { inflateWithNode } from 'pdf/node'
import { type DocumentInspection, inspectForSigning } from 'pdf/screen'
import { type DocumentWithAnnotations, inspectAnnotated } from './inspect-annotated.ts'
import type { FileToInspect } from './inspection.ts'

/** Runs in a thread; reads the file there. */
export const inspectFile = async ({ path, password }: FileToInspect): Promise<DocumentInspection> =>
  inspectForSigning(new Uint8Array(await readFile(path)), inflateWithNode, new Date(), password)

export const inspectAnnotatedFile = async ({
  path,
  baseSize,
}: {
  readonly path: string
  readonly baseSize: number
}): Promise<DocumentWithAnnotations> =>
  inspectAnnotated(new Uint8Array(await readFile(path)), baseSize, inflateWithNode)
