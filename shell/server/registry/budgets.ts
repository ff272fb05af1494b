import type { StatedBudget } from 'shared/build/checks'
import { isBuiltIn, type RemoteName } from 'shared/contract'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './release-store.ts'
import { MAX_BUDGETS, type StoredBudget, type StoredRegistry } from './stored-registry.ts'
import { updateRegistry } from './update-registry.ts'

const budgetsIn = ({ budgets = [] }: StoredRegistry): ReadonlyMap<RemoteName, StoredBudget> =>
  new Map(budgets.map((one) => [one.remote, one]))

/** Undefined: the default. */
export const budgetOfRemote = (registry: StoredRegistry, name: RemoteName): StatedBudget | undefined =>
  budgetsIn(registry).get(name)

/** For `/registry.json`: without who set them. */
export const budgetsForAll = (registry: StoredRegistry): Readonly<Record<string, StatedBudget>> =>
  Object.fromEntries(
    [...budgetsIn(registry)].map(([name, { routeBytes, totalBytes }]) => [name, { routeBytes, totalBytes }]),
  )

/** What each remote has now is never dropped. */
const bounded = (budgets: readonly StoredBudget[]): StoredBudget[] => {
  const inForce = new Set(new Map(budgets.map((one) => [one.remote, one])).values())
  const excess = budgets.length - MAX_BUDGETS
  const dropped = new Set(budgets.filter((one) => !inForce.has(one)).slice(0, Math.max(0, excess)))
  return budgets.filter((one) => !dropped.has(one))
}

/** @throws ReleaseError `refused` for a built-in remote, whose budgets are in the sources */
export const setBudget = (store: ReleaseStore, budget: StoredBudget): Promise<StoredRegistry> => {
  if (isBuiltIn(budget.remote))
    throw new ReleaseError(
      'refused',
      `${budget.remote} es del sitio: sus límites están en shared/build/checks/budgets.ts.`,
    )
  return updateRegistry(store, new Date(budget.at), async (registry) => ({
    ...registry,
    budgets: bounded([...(registry.budgets ?? []), budget]),
  }))
}
