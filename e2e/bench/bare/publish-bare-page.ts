import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { precompress } from 'shared/build/precompress'
import { inWorkspace } from '../../../scripts/workspace.ts'

/** A release that no registry names: the site serves it with the headers of every other, and nothing loads it. */
const REMOTE = 'mf_signing'
const RELEASE = 'bare-page'

/** The pdf.js of the viewer: the minified legacy file of the same installed version. */
const library = (): string =>
  createRequire(inWorkspace('mf-signing', 'package.json')).resolve('pdfjs-dist/legacy/build/pdf.min.mjs')

/**
 * Puts the page that our pages are compared with where the running site serves it: same process, same headers, same
 * compression, same worker file.
 */
export const publishBarePage = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'releases', REMOTE, RELEASE)
  await mkdir(folder, { recursive: true })
  await copyFile(join(import.meta.dirname, 'page.html'), join(folder, 'page.html'))
  await copyFile(library(), join(folder, 'pdf.min.mjs'))
  await precompress(folder)
}

const PATH = `/r/${REMOTE}/${RELEASE}/page.html`

/** @param width pixels that the page's picture is to be wide: those of the viewer */
export const barePageOf = (file: string, width: number): string =>
  `${PATH}?${new URLSearchParams({ file, width: String(width) })}`

export const isBarePage = (address: string): boolean => new URL(address).pathname === PATH
