import { readFile } from 'node:fs/promises'
import { inflateWithNode } from 'pdf/node'
import { type DocumentInspection, inspectForSigning } from 'pdf/screen'
import { type DocumentWithAnnotations, inspectAnnotated } from './inspect-annotated.ts'

/** Runs in a thread; reads the file there. */
export const inspectFile = async ({ path }: { readonly path: string }): Promise<DocumentInspection> =>
  inspectForSigning(new Uint8Array(await readFile(path)), inflateWithNode, new Date())

export const inspectAnnotatedFile = async ({
  path,
  baseSize,
}: {
  readonly path: string
  readonly baseSize: number
}): Promise<DocumentWithAnnotations> =>
  inspectAnnotated(new Uint8Array(await readFile(path)), baseSize, inflateWithNode)
