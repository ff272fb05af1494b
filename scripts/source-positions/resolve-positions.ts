import { SourceMap, type SourceMapPayload } from 'node:module'

/** A script's path, line and column, counted from 1. */
const POSITION = /(?:https?:\/\/[^\s/]+)?(\/(?:r|assets)\/[\w./+-]+\.js):(\d+):(\d+)/g

export type ReadMap = (path: string) => SourceMapPayload | undefined

const readable = (source: string): string => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(?:\.\.?\/)+/, '')

/** Replaces the positions in a stack for which there is a map. */
export const resolvePositions = (stack: string, readMap: ReadMap): string =>
  stack.replaceAll(POSITION, (whole, path: string, line: string, column: string) => {
    const payload = readMap(path)
    const entry = payload && new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1)
    return entry && 'originalSource' in entry
      ? `${readable(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : whole
  })
