import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadMap } from './resolve-positions.ts'

/**
 * The text of a stack may name any path: none leads out.
 * @param releases folder of a site
 */
export const readMapIn =
  (releases: string): ReadMap =>
  (path) => {
    if (path.includes('..')) return undefined
    const pattern = path.startsWith('/r/') ? path.slice('/r/'.length) : join('shell/*', path)
    const [file] = globSync(`${pattern}.map`, { cwd: releases })
    return file === undefined ? undefined : JSON.parse(readFileSync(join(releases, file), 'utf8'))
  }
