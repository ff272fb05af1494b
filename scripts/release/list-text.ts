import type { KeptRelease } from '../../shell/server/registry/kept-releases.ts'
import type { StoredEntry, StoredWithdrawal } from '../../shell/server/registry/stored-registry.ts'
import type { KeptShell } from '../../shell/server/shells/kept-shells.ts'

const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short' })
const megabytes = new Intl.NumberFormat('es-CR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const withdrawnFor: Record<StoredWithdrawal['why'], string> = {
  'rolled-back': 'retirada',
  errors: 'retirada por errores',
  crashes: 'retirada por fallas',
}

const withdrawalOf = (entry: StoredEntry | undefined, id: string): string[] =>
  (entry?.withdrawn ?? []).filter(({ release }) => release === id).map(({ why }) => withdrawnFor[why])

const roleOf = (entry: StoredEntry | undefined, id: string): string =>
  [
    ...(entry?.active === id ? ['en vivo'] : []),
    ...(entry?.canary?.release === id ? [`canario, ${entry.canary.percent} %`] : []),
    ...(entry?.fallback === id ? ['respaldo'] : []),
    ...withdrawalOf(entry, id),
  ].join(' y ')

const rankOf = (entry: StoredEntry | undefined, id: string): number => {
  const rank = [entry?.active, entry?.canary?.release, entry?.fallback].indexOf(id)
  return rank === -1 ? 3 : rank
}

const ABSENT = 'falta en el disco'

const rowOf = (entry: StoredEntry | undefined, { id, publishedAt, lastNamed, bytes }: KeptRelease): string[] => [
  roleOf(entry, id) || 'guardada',
  id,
  date.format(publishedAt ?? lastNamed),
  `${megabytes.format(bytes / 1_000_000)} MB`,
]

export const listText = (
  name: string,
  entry: StoredEntry | undefined,
  kept: readonly KeptRelease[],
): readonly string[] => {
  const absent = Object.keys(entry?.releases ?? {}).filter((id) => kept.every((release) => release.id !== id))
  const rows = [
    ...kept.map((release) => ({ id: release.id, cells: rowOf(entry, release) })),
    ...absent.map((id) => ({ id, cells: [roleOf(entry, id), id, ABSENT, ''] })),
  ].sort((a, b) => rankOf(entry, a.id) - rankOf(entry, b.id))
  if (rows.length === 0) return [name, '  sin versiones']
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map(({ cells }) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return [name, ...rows.map(({ cells }) => line(cells))]
}

export const shellsText = (shells: readonly KeptShell[]): readonly string[] => {
  if (shells.length === 0) return []
  const widest = Math.max(...shells.map(({ id }) => id.length))
  const role = (index: number): string => (index === 0 ? 'último en iniciar' : 'guardado')
  const width = role(0).length
  return [
    'shell',
    ...shells.map(
      ({ id, lastLive }, index) => `  ${role(index).padEnd(width)}  ${id.padEnd(widest)}  ${date.format(lastLive)}`,
    ),
  ]
}
