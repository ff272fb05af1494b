import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseContract, type ShellContract } from '../shared/build/checks/contract.ts'
import type { ContractProblem } from '../shared/build/checks/problems.ts'
import {
  type BuiltContract,
  builtRemote,
  builtShell,
  type CheckOutcome,
  checkBuiltRemote,
  checkShellAlone,
} from './contracts/check-remote.ts'
import { recordContract } from './contracts/recorded.ts'
import { frontEnds, remotePackages } from './workspace.ts'

const USAGE = `node scripts/check-contracts.ts [${frontEnds.join(' | ')}]
  --data-dir <carpeta>       datos del sitio, para comparar el shell con lo que está en vivo y de respaldo
                             (si falta, con lo último publicado según contracts/)
  --shell <archivo o URL>    contract.json del shell en vivo (por defecto, el construido aquí)
  --write                    guarda en contracts/ lo construido, como lo último publicado`

/** Milliseconds. */
const FETCH_TIMEOUT_MS = 10_000

const readShell = async (address: string): Promise<BuiltContract<ShellContract>> => {
  const remote = /^https?:/.test(address)
  const text = remote
    ? await (await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })).text()
    : await readFile(address, 'utf8')
  const contract = parseContract(text)
  if (contract.name !== 'shell') throw new Error(`${address} no es del shell, sino de ${contract.name}.`)
  return { kind: 'built', contract, folder: address }
}

const printProblem = ({ kind, message }: ContractProblem): void => {
  if (kind === 'error') console.error(`  Error: ${message}`)
  else console.log(`  Aviso: ${message}`)
}

const report = (outcome: CheckOutcome): boolean => {
  if (outcome.kind === 'skipped') {
    console.log(`Contratos: se omite, ${outcome.why}.`)
    return true
  }
  if (outcome.kind === 'unbuilt') {
    console.error(`Contratos: no se pudo comprobar, ${outcome.why}.`)
    return false
  }
  const { what, problems } = outcome
  console.log(`Contratos: ${what}${problems.length === 0 ? ', de acuerdo.' : ''}`)
  for (const problem of problems) printProblem(problem)
  return problems.every(({ kind }) => kind !== 'error')
}

const reportAll = (outcomes: readonly CheckOutcome[]): boolean => !outcomes.map(report).includes(false)

const write = (wanted: readonly (typeof frontEnds)[number][]): void => {
  for (const name of wanted) {
    const built = name === 'shell' ? builtShell() : builtRemote(name)
    if (built.kind === 'none') throw new Error(`${built.why}.`)
    recordContract(built.contract)
    console.log(`contracts/${built.contract.name}.json: ${built.contract.release}`)
  }
}

const main = async (): Promise<boolean> => {
  const text = { type: 'string' } as const
  const options = { 'data-dir': text, shell: text, write: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const wanted = frontEnds.filter((name) => positionals.length === 0 || positionals.includes(name))
  if (wanted.length === 0) throw new Error(USAGE)
  if (values.write) {
    write(wanted)
    return true
  }
  const shell = values.shell === undefined ? builtShell() : await readShell(values.shell)
  const remotes = remotePackages.filter((name) => wanted.includes(name)).map((name) => checkBuiltRemote(name, shell))
  if (!wanted.includes('shell')) return reportAll(remotes)
  // A remote's team does not install the site server.
  const { checkShell, checkShellWithRecorded } = await import('./contracts/check-shell.ts')
  const dataDir = values['data-dir']
  const ofShell = dataDir === undefined ? checkShellWithRecorded(shell) : await checkShell(resolve(dataDir), shell)
  return reportAll([checkShellAlone(), ...remotes, ...ofShell])
}

try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
