import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChunkGroup, Compilation } from 'webpack'
import { readPageImports } from './read-app.ts'

const APP = 'src/app.tsx'

const isLoadable = (file: string): boolean => /\.(js|css)$/.test(file)

/** Scripts and style sheets that every page of the remote loads. */
export const containerFiles = ({ namedChunks }: Compilation, container: string): string[] =>
  [container, 'app'].flatMap((name) => [...(namedChunks.get(name)?.files ?? [])]).filter(isLoadable)

/**
 * @returns by route, files beyond those of the container; pages that
 * `app.tsx` imports statically have none
 */
export const routeFiles = (compilation: Compilation, root: string): Record<string, string[]> => {
  const app = join(root, APP)
  const isFor = ({ origins }: ChunkGroup, requests: readonly string[]): boolean =>
    origins.some(({ module, request }) => module?.nameForCondition() === app && requests.includes(request ?? ''))
  const filesFor = (requests: readonly string[]): string[] =>
    compilation.chunkGroups.filter((group) => isFor(group, requests)).flatMap((group) => group.getFiles())
  return Object.fromEntries(
    [...readPageImports(readFileSync(app, 'utf8'))].map(([path, requests]) => [
      path,
      [...new Set(filesFor(requests).filter(isLoadable))],
    ]),
  )
}
