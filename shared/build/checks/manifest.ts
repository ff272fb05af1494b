import * as v from 'valibot'
import type { RemoteContract } from './contract.ts'
import type { ContractProblem } from './problems.ts'

const ManifestSchema = v.object({
  name: v.string(),
  metaData: v.object({
    globalName: v.string(),
    publicPath: v.string(),
    remoteEntry: v.object({ name: v.string(), path: v.string() }),
  }),
  shared: v.array(v.object({ name: v.string() })),
  exposes: v.array(v.object({ path: v.string() })),
})

type Manifest = v.InferOutput<typeof ManifestSchema>

const parseManifest = (text: string): Manifest | undefined => {
  try {
    return v.parse(ManifestSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

const wrongIn = (manifest: Manifest, { name, needs }: RemoteContract, files: readonly string[]): string[] => {
  const { remoteEntry, globalName, publicPath } = manifest.metaData
  const entry = `${remoteEntry.path}${remoteEntry.name}`
  const unknown = manifest.shared.find((shared) => !(shared.name in needs))
  const wrong = [
    manifest.name !== name || globalName !== name ? `se llama ${manifest.name}, no ${name}` : undefined,
    manifest.exposes.some(({ path }) => path === './app') ? undefined : "no expone './app'",
    files.includes(entry) ? undefined : `nombra ${entry}, que no está en la carpeta`,
    publicPath === 'auto' ? undefined : `espera sus archivos en ${publicPath}, no junto a sí mismo`,
    unknown ? `comparte ${unknown.name}, que su código no importa` : undefined,
  ]
  return wrong.filter((what) => what !== undefined)
}

/** @param files names in the release's folder */
export const manifestProblems = (
  text: string,
  contract: RemoteContract,
  files: readonly string[],
): ContractProblem[] => {
  const manifest = parseManifest(text)
  const wrong = manifest ? wrongIn(manifest, contract, files) : ['no se puede leer']
  return wrong.map((what) => ({
    kind: 'error',
    side: 'remote',
    message: `El manifiesto de ${contract.name} ${contract.release} ${what}: hay que revisar build.ts y volver a construir.`,
  }))
}
