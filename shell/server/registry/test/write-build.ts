import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { integrityOf, writeIntegrityRecord } from 'shared/build/integrity'
import type { RemoteName } from 'shared/contract'

/** @returns the package folder */
export const writeBuild = async (
  folder: string,
  name: RemoteName,
  release: string,
  contract?: object,
): Promise<string> => {
  const root = join(folder, name)
  const output = join(root, 'dist', release)
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'mf-manifest.json'), `manifest of ${release}`)
  writeFileSync(join(output, 'app.js'), `script of ${release}`)
  if (contract) writeFileSync(join(output, 'contract.json'), JSON.stringify(contract))
  const files = await writeIntegrityRecord(output)
  writeFileSync(join(output, 'app.js.gz'), gzipSync(`script of ${release}`))
  const integrity = integrityOf(`manifest of ${release}`)
  writeFileSync(join(root, 'dist/build.json'), JSON.stringify({ name, release, shared: '^1.0.0', integrity, files }))
  return root
}
