import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  parseContract,
  type RecordedContract,
  type RemoteContract,
  type ShellContract,
} from '../../shared/build/checks/contract.ts'
import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import { inWorkspace } from '../workspace.ts'

const FOLDER = inWorkspace('contracts')

const contractFile = (name: RecordedContract['name'], folder: string): string => join(folder, `${name}.json`)

const readContract = (name: RecordedContract['name'], folder: string): RecordedContract =>
  parseContract(readFileSync(contractFile(name, folder), 'utf8'))

/** @throws Error if the record is missing or names another package */
export const recordedShell = (folder = FOLDER): ShellContract => {
  const found = readContract('shell', folder)
  if (found.name !== 'shell') throw new Error(`${contractFile('shell', folder)} is of ${found.name}`)
  return found
}

/** @throws Error if the record is missing or names another package */
export const recordedRemote = (name: RemoteName, folder = FOLDER): RemoteContract => {
  const found = readContract(name, folder)
  if (found.name !== name) throw new Error(`${contractFile(name, folder)} is of ${found.name}`)
  return found
}

export const recordContract = (contract: RecordedContract, folder = FOLDER): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(contractFile(contract.name, folder), `${JSON.stringify(contract, undefined, 2)}\n`)
}
