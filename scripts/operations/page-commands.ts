import { readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace.ts'

export interface CommandBlock {
  readonly line: number
  /** `run`: the test of the installation runs it; `example`: it needs another machine or other values. */
  readonly kind: string
  /** `sqlite`, `postgres`: the installation that the block is about; undefined: any. */
  readonly store: string | undefined
  readonly text: string
}

/** Every block of code in a page; its first line says `sh run` or `sh example`, and may name a store. */
export const commandBlocks = (page: string): readonly CommandBlock[] =>
  [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((found) => {
    const [, title = '', text = ''] = found
    const [, kind = '', store] = title.split(' ')
    return { line: page.slice(0, found.index).split('\n').length, kind, store, text }
  })

export const operationsBlocks = (): readonly CommandBlock[] =>
  commandBlocks(readFileSync(inWorkspace('docs/operations.md'), 'utf8'))
