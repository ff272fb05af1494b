import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { precompress } from 'shared/build/precompress'
import * as v from 'valibot'

const SHELL = dirname(import.meta.dirname)

/** What `/pdfjs/` serves: one folder for each version. */
export const pdfjsFolder = join(SHELL, '.build', 'pdfjs')

/** What a page fetches of pdf.js at run time. The legacy files: the modern ones die on Safari 18. */
const PARTS = [
  { from: 'legacy/build/pdf.min.mjs', to: 'pdf.min.mjs' },
  { from: 'legacy/build/pdf.worker.min.mjs', to: 'pdf.worker.min.mjs' },
  { from: 'cmaps', to: 'cmaps' },
  { from: 'standard_fonts', to: 'standard_fonts' },
  { from: 'wasm', to: 'wasm' },
  { from: 'iccs', to: 'iccs' },
] as const

const library = (): string => dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** Version of the installed pdf.js: part of the address, so that a worker never meets another version's viewer. */
const installedVersion = async (): Promise<string> =>
  v.parse(v.object({ version: v.string() }), JSON.parse(await readFile(join(library(), 'package.json'), 'utf8')))
    .version

/** The compressed forms come before the file itself: while a part is there, it is there as a whole. */
const inOrderOfUse = async (folder: string): Promise<string[]> => (await readdir(folder)).sort().reverse()

const moveInto = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: unknown) => {
    // Another build was faster: its copy is the same.
    if (!existsSync(to)) throw error
  })

/**
 * Copies and compresses the files of the installed version, once. Older versions stay for older remotes; a part that a
 * folder lacks, because it was not needed when that was made, is added.
 */
export const preparePdfjs = async (): Promise<void> => {
  const target = join(pdfjsFolder, await installedVersion())
  const missing = PARTS.filter(({ to }) => !existsSync(join(target, to)))
  if (missing.length === 0) return
  const unfinished = `${target}.${process.pid}.unfinished`
  await mkdir(unfinished, { recursive: true })
  try {
    for (const { from, to } of missing) await cp(join(library(), from), join(unfinished, to), { recursive: true })
    await precompress(unfinished)
    await mkdir(target, { recursive: true })
    for (const name of await inOrderOfUse(unfinished)) await moveInto(join(unfinished, name), join(target, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
