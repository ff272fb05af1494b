import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { isBuiltIn } from '../../src/contract/site/remote.ts'
import {
  DEFAULT_BUDGET,
  type PageWeight,
  remoteBudget,
  SHELL_BUDGET,
  type StatedBudget,
  totalBudget,
} from './budgets.ts'
import type { RemoteContract } from './contract.ts'
import type { ContractProblem } from './problems.ts'

const FirstFiles = v.object({
  container: v.array(v.string()),
  /** Absent in older builds. */
  routes: v.optional(v.record(v.string(), v.array(v.string())), {}),
})

const isCode = (file: string): boolean => /\.(js|mjs|css)$/.test(file)

const gzipped = (folder: string, file: string): number => {
  const packed = statSync(join(folder, `${file}.gz`), { throwIfNoEntry: false })
  if (packed) return packed.size
  const plain = join(folder, file)
  return existsSync(plain) ? gzipSync(readFileSync(plain)).length : 0
}

const weigh = (folder: string, files: readonly string[]): PageWeight => ({
  requests: files.length,
  bytes: files.reduce((sum, file) => sum + gzipped(folder, file), 0),
})

const routeWeights = (folder: string, { routes }: Pick<RemoteContract, 'routes'>): [string, PageWeight][] => {
  const first = v.parse(FirstFiles, JSON.parse(readFileSync(join(folder, 'prerender.json'), 'utf8')))
  return routes.map((route) => [
    route,
    weigh(folder, [...first.container.filter(isCode), ...(first.routes[route] ?? [])]),
  ])
}

/** What every page loads of the shell: the page and the files that it names. */
const shellWeight = (folder: string): PageWeight => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '')
  return weigh(folder, ['index.html', ...named.filter(isCode)])
}

const kilobytes = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })
const written = ({ bytes, requests }: PageWeight): string =>
  `${kilobytes.format(bytes / 1000)} kB en ${requests} archivos`

const OWN_TABLE = 'acuerda otro límite en shared/build/checks/budgets.ts'
const howToAgree = (name: string): string =>
  isBuiltIn(name)
    ? OWN_TABLE
    : `pide otro límite a quien administra el sitio (pnpm remotes budget ${name.replaceAll('_', '-')})`

const excess = (who: string, what: string, weight: PageWeight, most: PageWeight, agree = OWN_TABLE): string[] =>
  weight.bytes <= most.bytes && weight.requests <= most.requests
    ? []
    : [
        `${who} pesa demasiado en ${what}: ${written(weight)}; el límite es de ${written(most)} (gzip). Carga después lo que no se usa al empezar, o ${agree}.`,
      ]

/**
 * Measures gzipped bytes and numbers of files against `budgets.ts`.
 *
 * @param folder of a built remote
 * @param budget of the site's registry
 */
export const weightProblems = (
  folder: string,
  contract: RemoteContract,
  budget: StatedBudget = DEFAULT_BUDGET,
): ContractProblem[] => {
  const agree = howToAgree(contract.name)
  const who = `${contract.name} ${contract.release}`
  const code = weigh(folder, readdirSync(folder).filter(isCode))
  const messages = [
    ...routeWeights(folder, contract).flatMap(([route, weight]) =>
      excess(who, route, weight, remoteBudget(route, budget), agree),
    ),
    // Its number of files does not matter.
    ...excess(who, 'todo su código', code, { ...code, bytes: totalBudget(contract.name, budget) }, agree),
  ]
  return messages.map((message) => ({ kind: 'error', side: 'remote', message }))
}

/** @param folder of a built shell */
export const shellWeightProblems = (folder: string, release: string): ContractProblem[] =>
  excess(`El shell ${release}`, 'cada página', shellWeight(folder), SHELL_BUDGET).map((message) => ({
    kind: 'error',
    side: 'shell',
    message,
  }))
