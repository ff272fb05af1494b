import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { FrontEnd } from '../front-end.ts'
import { readPackage } from '../package-info.ts'

const SHARED_PACKAGE = dirname(dirname(import.meta.dirname))
const WORKSPACE = dirname(SHARED_PACKAGE)
const PDF_PACKAGE = join(WORKSPACE, 'pdf')

const isTest = (name: string): boolean => /\.test\.tsx?$/.test(name)

/** Without tests. */
export const filesBelow = (path: string): string[] => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !isTest(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

const inputFiles = (root: string): string[] =>
  [
    ...['src', 'build.ts', 'package.json'].map((name) => join(root, name)),
    ...['src', 'build', 'package.json'].map((name) => join(SHARED_PACKAGE, name)),
    ...['src', 'package.json'].map((name) => join(PDF_PACKAGE, name)),
    ...['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.browser.json'].map((name) => join(WORKSPACE, name)),
  ].flatMap(filesBelow)

/** Uses relative names: same result in every checkout. */
export const hashFiles = (files: readonly string[], base: string): string => {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${relative(base, file).split(sep).join('/')}\0${content.length}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}

/** `1.4.0-3f2a9c01b7de` */
export const releaseId = (frontEnd: Pick<FrontEnd, 'root'>): string =>
  `${readPackage(frontEnd.root).version}-${hashFiles(inputFiles(frontEnd.root), WORKSPACE).slice(0, 12)}`
