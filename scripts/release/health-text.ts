import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import type { BrokenReleases } from '../../shell/server/registry/activate-release.ts'
import type { StoredEntry } from '../../shell/server/registry/stored-registry.ts'
import type { ReleaseHealth } from '../../shell/server/release-health/health-file.ts'
import { sumCounts } from '../../shell/server/release-health/tally.ts'

const brokenText = (name: RemoteName, { active }: StoredEntry, broken: BrokenReleases): string[] => {
  const counts = broken(name, active)
  if (!counts) return []
  const { crashes, loads } = counts
  return [
    `  ${active} falla en ${Math.round(crashes)} de ${Math.round(loads)} cargas. Pon otra en vivo: pnpm release ${name.replaceAll('_', '-')} --to <versión>`,
  ]
}

const blockedText = (name: RemoteName, { releases }: StoredEntry, health: ReleaseHealth): string[] =>
  Object.keys(releases).flatMap((id) => {
    const { blocked, loads } = sumCounts(health[`${name}/${id}`] ?? {})
    const shown = Math.ceil(blocked)
    return shown === 0
      ? []
      : [`  ${id}: la política del sitio bloqueó estilos o scripts suyos en ${shown} de ${Math.round(loads)} cargas.`]
  })

/** Reports of browsers that a person must act on. */
export const healthText = (
  name: RemoteName,
  entry: StoredEntry | undefined,
  { health, broken }: { readonly health: ReleaseHealth; readonly broken: BrokenReleases },
): readonly string[] => {
  if (!entry) return []
  return [...brokenText(name, entry, broken), ...blockedText(name, entry, health)]
}
