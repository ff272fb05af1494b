import { readFile } from 'node:fs/promises'
import { inflateWithNode } from 'pdf/node'
import { type DocumentInspection, inspectDocument } from 'pdf/screen'
import { type DocumentWithAnnotations, inspectAnnotated } from './inspect-annotated.ts'

export const inspectFile = async ({ path }: { readonly path: string }): Promise<DocumentInspection> =>
  inspectDocument(await readFile(path), inflateWithNode)

export const inspectAnnotatedFile = async ({
  path,
  baseSize,
}: {
  readonly path: string
  readonly baseSize: number
}): Promise<DocumentWithAnnotations> => inspectAnnotated(await readFile(path), baseSize, inflateWithNode)
