import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const workspaceRoot = dirname(import.meta.dirname)

export const remotePackages = ['mf-auth', 'mf-documents', 'mf-signing'] as const
export const frontEnds = ['shell', ...remotePackages] as const
/** Fastest first. */
export const testedPackages = ['pdf', 'shared', 'shell', ...remotePackages, 'api'] as const

export const inWorkspace = (...parts: string[]): string => join(workspaceRoot, ...parts)

/**
 * For a child that stops with this
 * process; it needs an IPC channel.
 */
export const boundToThisProcess = {
  args: ['--import', inWorkspace('scripts', 'stop-with-parent.mjs')],
  env: { TRAZO_STARTED_BY: String(process.pid) },
} as const

/** The text of a file of the workspace, undefined if there is none. */
export const readIfThere = (path: string): string | undefined => {
  const file = inWorkspace(path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
