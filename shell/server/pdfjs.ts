import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { precompress } from 'shared/build/precompress'
import * as v from 'valibot'

const SHELL = dirname(import.meta.dirname)

/** What `/pdfjs/` serves: one folder for each version. */
export const pdfjsFolder = join(SHELL, '.build', 'pdfjs')

/** What pdf.js fetches at run time. The legacy worker: the modern one dies on Safari 18. */
const PARTS = [
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

/** Copies and compresses the files of the installed version, once. Older versions stay for older remotes. */
export const preparePdfjs = async (): Promise<void> => {
  const target = join(pdfjsFolder, await installedVersion())
  if (existsSync(target)) return
  const unfinished = `${target}.${process.pid}.unfinished`
  await mkdir(unfinished, { recursive: true })
  try {
    for (const { from, to } of PARTS) await cp(join(library(), from), join(unfinished, to), { recursive: true })
    await precompress(unfinished)
    await rename(unfinished, target).catch((error: unknown) => {
      // Another build was faster: its copy is the same.
      if (!existsSync(target)) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
