import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { budgetOf } from './budgets.ts'
import type { RemoteContract } from './contract.ts'
import type { Problem } from './problems.ts'

const FirstFiles = v.object({ files: v.array(v.string()), container: v.array(v.string()), pages: v.array(v.string()) })

const gzipped = (folder: string, file: string): number => {
  const packed = statSync(join(folder, `${file}.gz`), { throwIfNoEntry: false })
  if (packed) return packed.size
  const plain = join(folder, file)
  return existsSync(plain) ? gzipSync(readFileSync(plain)).length : 0
}

const weigh = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipped(folder, file), 0)

const kilobytes = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })

const routeWeights = (folder: string, { routes }: RemoteContract): { route: string; bytes: number }[] => {
  const first = v.parse(FirstFiles, JSON.parse(readFileSync(join(folder, 'prerender.json'), 'utf8')))
  return routes.map((route) => {
    const files = first.pages.includes(route) ? first.files : first.container
    return { route, bytes: weigh(folder, [...new Set([...files, 'app.css'])]) }
  })
}

export const weightProblems = (folder: string, contract: RemoteContract): Problem[] => {
  const { name, release } = contract
  const budget = budgetOf(name)
  const code = readdirSync(folder).filter((file) => /\.(js|mjs|css)$/.test(file))
  const parts = [
    ...routeWeights(folder, contract).map(({ route, bytes }) => ({ what: route, bytes, most: budget.route })),
    { what: 'todo su código', bytes: weigh(folder, code), most: budget.total },
  ]
  return parts
    .filter(({ bytes, most }) => bytes > most)
    .map(({ what, bytes, most }) => ({
      kind: 'error',
      side: 'remote',
      message: `${name} ${release} pesa demasiado en ${what}: ${kilobytes.format(bytes / 1000)} kB de ${kilobytes.format(most / 1000)} (gzip). Carga después lo que esa página no usa al empezar, o acuerda otro límite con el equipo del shell.`,
    }))
}
