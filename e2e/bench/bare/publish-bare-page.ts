import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { precompressFolder } from 'shared/build/precompress'
import { inWorkspace } from '../../../scripts/workspace.ts'

/**
 * No registry names this release: the
 * site serves it but never loads it.
 */
const REMOTE = 'mf_signing'
const RELEASE = 'bare-page'

/** The same legacy build as the viewer's. */
const library = (): string =>
  createRequire(inWorkspace('mf-signing', 'package.json')).resolve('pdfjs-dist/legacy/build/pdf.min.mjs')

/**
 * Publishes the baseline page on the measured site:
 * same process, headers, compression and worker file.
 */
export const publishBarePage = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'releases', REMOTE, RELEASE)
  await mkdir(folder, { recursive: true })
  const page = await readFile(join(import.meta.dirname, 'page.html'), 'utf8')
  await writeFile(join(folder, 'page.json'), JSON.stringify({ page }))
  await copyFile(library(), join(folder, 'pdf.min.mjs'))
  await precompressFolder(folder)
}

/** Releases contain no pages. */
const PATH = `/r/${REMOTE}/${RELEASE}/page.json`

/** @param width page width in pixels, as in the viewer */
export const barePageOf = (file: string, width: number): string =>
  `${PATH}?${new URLSearchParams({ file, width: String(width) })}`

export const isBarePage = (address: string): boolean => new URL(address).pathname === PATH
