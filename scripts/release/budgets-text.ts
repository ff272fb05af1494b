import type { StoredBudget } from '../../shell/server/registry/stored-registry.ts'

const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short' })
const kilobytes = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })

const written = (bytes: number): string => `${kilobytes.format(bytes / 1000)} kB`

/** One line for each change. The last one of a remote is in force. */
export const budgetsText = (budgets: readonly StoredBudget[]): readonly string[] =>
  budgets.length === 0
    ? ['Todos los remotos agregados tienen los límites de siempre: 30 kB por ruta y 150 kB en todo.']
    : budgets.map(
        ({ remote, routeBytes, totalBytes, at, by }) =>
          `${remote}  ${written(routeBytes)} por ruta y ${written(totalBytes)} en todo  ${date.format(new Date(at))}  ${by}`,
      )
