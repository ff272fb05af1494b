import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LICENCES_RECORD } from '../licences/licence.ts'
import type { StatedBudget } from './budgets.ts'
import { type RemoteContract, readContract, type ShellContract } from './contract.ts'
import { licenceProblems } from './licences.ts'
import { manifestProblems } from './manifest.ts'
import { type ContractProblem, problemsBetween } from './problems.ts'
import { reachOf, type StyleNames } from './style-reach.ts'
import { weightProblems } from './weights.ts'

/** The surroundings of the build. */
export interface LiveSite {
  readonly shell: ShellContract
  /** Of the shell and the other live remotes. */
  readonly styles: StyleNames
  /** Of the remote, in the site's registry. */
  readonly budget?: StatedBudget | undefined
}

/** Names of one problem; the rest is counted. */
const SHOWN = 5

const error = (message: string): ContractProblem => ({ kind: 'error', side: 'remote', message })

const sheetsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

/** Style sheets of built front ends, as text. */
export const readSheets = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) => sheetsIn(folder).map((file) => readFileSync(join(folder, file), 'utf8')))

const styleProblem = (folder: string, file: string, who: string, styles: StyleNames): ContractProblem[] => {
  const reach = reachOf(readFileSync(join(folder, file), 'utf8'), styles)
  if (reach.length === 0) return []
  const more = reach.length > SHOWN ? ` y ${reach.length - SHOWN} más` : ''
  const what = reach.slice(0, SHOWN).join(', ')
  return [
    error(
      `${who}: ${file} cambia elementos que no son suyos (${what}${more}). Usa clases propias, en un archivo .module.css.`,
    ),
  ]
}

const orProblem = (who: string, what: string, find: () => ContractProblem[]): ContractProblem[] => {
  try {
    return find()
  } catch {
    return [error(`${who}: ${what} no se puede leer. Hay que volver a construirlo.`)]
  }
}

const ownProblems = (
  folder: string,
  contract: RemoteContract,
  { shell, styles, budget }: LiveSite,
): ContractProblem[] => {
  const who = `${contract.name} ${contract.release}`
  return [
    ...orProblem(who, 'mf-manifest.json', () =>
      manifestProblems(readFileSync(join(folder, 'mf-manifest.json'), 'utf8'), contract, readdirSync(folder)),
    ),
    ...problemsBetween(contract, shell, 'live'),
    ...(contract.imports
      ? []
      : [error(`${who} no dice qué exports usa: hay que volver a construirlo con el shared de ahora.`)]),
    ...orProblem(who, 'prerender.json', () => weightProblems(folder, contract, budget)),
    ...orProblem(who, LICENCES_RECORD, () => licenceProblems(folder, who, 'remote')),
    ...sheetsIn(folder).flatMap((file) => orProblem(who, file, () => styleProblem(folder, file, who, styles))),
  ]
}

/**
 * Checks a build that is to go live.
 * @param folder of the release; its files were checked
 * @param release its name
 */
export const releaseProblems = (folder: string, name: string, release: string, site: LiveSite): ContractProblem[] => {
  const who = `${name} ${release}`
  let contract: ReturnType<typeof readContract>
  try {
    contract = readContract(folder)
  } catch {
    return [error(`${who}: contract.json no se puede leer. Hay que volver a construirlo.`)]
  }
  if (!contract) return [error(`${who} no tiene contract.json. Hay que volver a construirlo.`)]
  if (contract.name === 'shell' || contract.name !== name || contract.release !== release)
    return [error(`${who}: contract.json es de ${contract.name} ${contract.release}. Hay que volver a construirlo.`)]
  return ownProblems(folder, contract, site)
}
