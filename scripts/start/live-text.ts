import type { Registry, RemoteEntry } from '../../shared/src/contract/site/registry.ts'
import { type RemoteName, remoteNames } from '../../shared/src/contract/site/remote.ts'
import { remotesOfSite } from '../../shell/server/registry/activate-release.ts'

export type CheckoutBuilds = Readonly<Partial<Record<RemoteName, string>>>

interface LiveText {
  readonly registry: Registry
  readonly builds: CheckoutBuilds
  readonly prefix: string
  readonly publishAll: string
}

const releaseCommand = (name: RemoteName): string => `npm run release ${name.replaceAll('_', '-')}`

const standing = (entry: RemoteEntry, built: string | undefined, command: string): string => {
  if (built === undefined) return 'aquí no está construido'
  if (built === entry.active) return 'lo construido aquí'
  if (built === entry.canary?.release)
    return `lo construido aquí, ${built}, está en el ${entry.canary.percent} % de las pestañas. Para todas: ${command}`
  return `lo construido aquí es ${built} y no está en vivo. Para ponerlo: ${command}`
}

export const liveText = ({ registry, builds, prefix, publishAll }: LiveText): string[] => {
  const names = remotesOfSite(...Object.keys(registry.remotes))
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.map((name) => {
    const entry = registry.remotes[name]
    const title = `  ${name.padEnd(width)}  `
    return entry
      ? `${title}${entry.active}  ${standing(entry, builds[name], prefix + releaseCommand(name))}`
      : `${title}sin versiones`
  })
  const differ = remoteNames.filter((name) => builds[name] && builds[name] !== registry.remotes[name]?.active)
  return [
    'En vivo (arrancar no lo cambia):',
    ...lines,
    ...(differ.length > 1 ? [`  Para poner en vivo todo lo construido aquí: ${prefix}${publishAll}`] : []),
  ]
}
