import { parsePolicy } from 'shared/contract/transparency-log'
import { readNamedFile, refusalForVariable } from '../../platform/environment/named-file.ts'
import { noteCrypto } from './note-crypto.ts'
import type { SealLogKeys } from './seal-log.ts'

const VARIABLE = 'WITNESS_POLICY'

/** @param path of a policy file, or null @throws EnvironmentError */
export const readWitnessPolicy = async (path: string | null): Promise<SealLogKeys['witnesses']> => {
  if (path === null) return null
  const text = (await readNamedFile(path, VARIABLE)).toString()
  const reading = await parsePolicy(text, noteCrypto.sha256)
  if (reading.kind === 'malformed')
    throw refusalForVariable(VARIABLE)(`nombra un archivo con un error en la línea ${reading.line}: ${reading.reason}`)
  // Our own logs are added where the policy is published.
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*log\s/.test(line))
  return { policy: reading.policy, lines }
}
