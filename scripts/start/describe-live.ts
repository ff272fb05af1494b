import { readBuildRecord } from '../../shared/build/release/build-record.ts'
import { remotesOf } from '../../shell/server/registry/publish-release.ts'
import { loadRegistry, readRegistry } from '../../shell/server/registry/registry-file.ts'
import { builtShell } from '../contracts/check-remote.ts'
import { checkShell } from '../contracts/check-shell.ts'
import { quote } from '../test/quote.ts'
import { inWorkspace } from '../workspace.ts'
import { type CheckoutBuilds, liveText } from './live-text.ts'

const checkoutBuilds = (): CheckoutBuilds =>
  Object.fromEntries(
    remotesOf(inWorkspace()).flatMap(({ name, root }) => {
      const record = readBuildRecord(root)
      return record ? [[name, record.release]] : []
    }),
  )

const misfits = async (dataDir: string): Promise<string[]> => {
  const outcomes = await checkShell(dataDir, builtShell())
  const problems = outcomes.flatMap((outcome) => (outcome.kind === 'checked' ? outcome.problems : []))
  return problems.filter(({ kind }) => kind === 'error').map(({ message }) => `Error: ${message}`)
}

export const describeDamage = async (dataDir: string): Promise<string[]> => {
  const { damage } = await loadRegistry(dataDir)
  return damage ? [`Aviso: ${damage.message}. Se usa su última copia buena (registry.last-good.json).`] : []
}

const dataDirPrefix = (): string => (process.env.DATA_DIR ? `DATA_DIR=${quote(process.env.DATA_DIR)} ` : '')

export const describeLive = async (dataDir: string, publishAll: string): Promise<string[]> => {
  const registry = await readRegistry(dataDir)
  if (!registry) return []
  return [
    ...liveText({ registry, builds: checkoutBuilds(), prefix: dataDirPrefix(), publishAll }),
    ...(await misfits(dataDir)),
  ]
}
