import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { FrontEnd } from '../front-end.ts'
import { readPackage, SHARED_PACKAGE } from '../package-info.ts'

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

/** File by its name relative to `base`: the same in every checkout. */
type NamedFile = readonly [name: string, file: string]

/** Names relative to `base` with slashes, so that the hash is the same on every system. */
export const namedFiles = (base: string, paths: readonly string[]): NamedFile[] =>
  paths.flatMap((path) => filesBelow(join(base, path))).map((file) => [relative(base, file).split(sep).join('/'), file])

/** The workspace, or the repository of one remote. */
const repositoryOf = (root: string, folder = root): string => {
  if (existsSync(join(folder, 'pnpm-lock.yaml'))) return folder
  const parent = dirname(folder)
  return parent === folder ? root : repositoryOf(root, parent)
}

const inputFiles = (root: string): NamedFile[] => {
  const repository = repositoryOf(root)
  const own = relative(repository, root)
  return [
    ...namedFiles(
      repository,
      ['src', 'build.ts', 'package.json'].map((name) => join(own, name)),
    ),
    ...namedFiles(
      dirname(SHARED_PACKAGE),
      ['src', 'build', 'package.json'].map((name) => join('shared', name)),
    ),
    ...namedFiles(repository, [
      ...['src', 'package.json'].map((name) => join('pdf', name)),
      ...['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.browser.json'],
    ]),
  ]
}

/** SHA-256 over names, lengths and contents: moving bytes between files changes it. */
export const hashFiles = (files: readonly NamedFile[]): string => {
  const hash = createHash('sha256')
  for (const [name, file] of files) {
    const content = readFileSync(file)
    hash.update(`${name}\0${content.length}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}

/** `1.4.0-3f2a9c01b7de` */
export const releaseId = ({ root }: Pick<FrontEnd, 'root'>): string =>
  `${readPackage(root).version}-${hashFiles(inputFiles(root)).slice(0, 12)}`
