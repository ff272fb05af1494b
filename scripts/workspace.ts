import { dirname, join } from 'node:path'

/** Absolute path of the workspace. */
export const workspace = dirname(import.meta.dirname)

export const remotePackages = ['mf-auth', 'mf-documents', 'mf-signing'] as const
/** Packages that have a `build.ts`. */
export const frontEnds = ['shell', ...remotePackages] as const
/** Packages that have Jest tests, the quick ones first. */
export const testedPackages = ['pdf', 'shared', 'shell', ...remotePackages, 'api'] as const

export const inWorkspace = (...parts: string[]): string => join(workspace, ...parts)

/** Arguments and environment of a program that is to stop when this process is gone; it needs an IPC channel, too. */
export const boundToThisProcess = {
  args: ['--import', inWorkspace('scripts', 'stop-with-parent.mjs')],
  env: { TRAZO_STARTED_BY: String(process.pid) },
} as const
