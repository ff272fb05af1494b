import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { releasesFolder } from '../../shell/server/registry/registry-file.ts'
import { type ReadMap, resolvePositions } from './resolve-positions.ts'

const releases = releasesFolder(resolve(process.env.DATA_DIR || './data'))

/** The text of a stack may name any path: none leads out. */
const readMap: ReadMap = (path) => {
  if (path.includes('..')) return undefined
  const pattern = path.startsWith('/r/') ? path.slice('/r/'.length) : join('shell/*', path)
  const [file] = globSync(`${pattern}.map`, { cwd: releases })
  return file === undefined ? undefined : JSON.parse(readFileSync(join(releases, file), 'utf8'))
}

process.stdout.write(resolvePositions(await text(process.stdin), readMap))
