import { parseArgs } from 'node:util'

export type BackupCommand =
  | { readonly kind: 'backup'; readonly folder: string; readonly since: string | undefined }
  | { readonly kind: 'verify'; readonly folder: string }
  | { readonly kind: 'restore'; readonly folder: string }
  | { readonly kind: 'restore-missing'; readonly folder: string; readonly document: number | undefined }

export const BACKUP_USAGE = `Uso:
  backup <carpeta nueva> [--since <respaldo anterior>]
  backup --verify <respaldo>
  restore <respaldo>
  restore --missing <respaldo> [--document <número>]
`

const OPTIONS = {
  since: { type: 'string' },
  verify: { type: 'boolean' },
  missing: { type: 'boolean' },
  document: { type: 'string' },
} as const

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch {
    return undefined
  }
}

/** Undefined: the usage is wrong. */
export const parseBackupCommand = (args: readonly string[]): BackupCommand | undefined => {
  const { positionals: [command, folder, ...more] = [], values = {} } = readArguments(args) ?? {}
  const { since, verify, missing, document } = values
  if (folder === undefined || more.length > 0) return undefined
  const given = Object.keys(values).sort().join()
  if (command === 'backup' && verify && given === 'verify') return { kind: 'verify', folder }
  if (command === 'backup' && ['', 'since'].includes(given)) return { kind: 'backup', folder, since }
  if (command === 'restore' && given === '') return { kind: 'restore', folder }
  if (command !== 'restore' || !missing || !['missing', 'document,missing'].includes(given)) return undefined
  if (document !== undefined && !/^\d{1,16}$/.test(document)) return undefined
  return { kind: 'restore-missing', folder, document: document === undefined ? undefined : Number(document) }
}
