import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { precompressFolder } from 'shared/build/precompress'
import { syncTree } from 'shared/server'
import * as v from 'valibot'

const SHELL = dirname(import.meta.dirname)

export const pdfjsFolder = join(SHELL, '.build', 'pdfjs')

/** Legacy builds: the modern ones fail on Safari 18. */
const PARTS = [
  { from: 'legacy/build/pdf.min.mjs', to: 'pdf.min.mjs' },
  { from: 'legacy/build/pdf.worker.min.mjs', to: 'pdf.worker.min.mjs' },
  { from: 'cmaps', to: 'cmaps' },
  { from: 'standard_fonts', to: 'standard_fonts' },
  { from: 'wasm', to: 'wasm' },
  { from: 'iccs', to: 'iccs' },
] as const

const library = (): string => dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** Part of the URL, so that worker and viewer match. */
const installedVersion = async (): Promise<string> =>
  v.parse(v.object({ version: v.string() }), JSON.parse(await readFile(join(library(), 'package.json'), 'utf8')))
    .version

/** Compressed copies first: an existing file is then complete. */
const inOrderOfUse = async (folder: string): Promise<string[]> => (await readdir(folder)).sort().reverse()

const moveInto = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: unknown) => {
    // Another build has made the same copy.
    if (!existsSync(to)) throw error
  })

/** Keeps older versions for older remotes. */
export const preparePdfjs = async (): Promise<void> => {
  const target = join(pdfjsFolder, await installedVersion())
  const missing = PARTS.filter(({ to }) => !existsSync(join(target, to)))
  if (missing.length === 0) return
  const unfinished = `${target}.${process.pid}.unfinished`
  await mkdir(unfinished, { recursive: true })
  try {
    for (const { from, to } of missing) await cp(join(library(), from), join(unfinished, to), { recursive: true })
    await precompressFolder(unfinished)
    // A part that exists is taken for a whole one, also by the site, which keeps a copy for good.
    await syncTree(unfinished)
    await mkdir(target, { recursive: true })
    for (const name of await inOrderOfUse(unfinished)) await moveInto(join(unfinished, name), join(target, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
