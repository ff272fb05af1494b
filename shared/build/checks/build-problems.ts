import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StatedBudget } from './budgets.ts'
import type { RemoteContract } from './contract.ts'
import { licenceProblems } from './licences.ts'
import { manifestProblems } from './manifest.ts'
import type { ContractProblem } from './problems.ts'
import { weightProblems } from './weights.ts'

/**
 * What can be checked without a shell.
 * @throws if the build lacks a record
 */
export const buildProblems = (folder: string, contract: RemoteContract, budget?: StatedBudget): ContractProblem[] => [
  ...manifestProblems(readFileSync(join(folder, 'mf-manifest.json'), 'utf8'), contract, readdirSync(folder)),
  ...weightProblems(folder, contract, budget),
  ...licenceProblems(folder, `${contract.name} ${contract.release}`, 'remote'),
]
