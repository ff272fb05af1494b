import { FILES_AT_ONCE_MAX } from 'shared/contract'
import type { Selection, SelectionEvent } from './empty-selection.ts'

const toggle = ({ ids }: Selection, id: number): Selection => {
  const next = new Set(ids)
  if (!next.delete(id) && next.size < FILES_AT_ONCE_MAX) next.add(id)
  return { ids: next, anchor: id, base: next }
}

/** From `start` on, so that a range that is too long loses its end. */
const rangeOf = (order: readonly number[], start: number, end: number): number[] => {
  const [from, to] = [order.indexOf(start), order.indexOf(end)]
  if (from === -1 || to === -1) return []
  return from <= to ? order.slice(from, to + 1) : order.slice(to, from + 1).toReversed()
}

const extend = ({ anchor, base }: Selection, order: readonly number[], from: number, to: number): Selection => {
  const start = anchor !== undefined && order.includes(anchor) ? anchor : from
  const ids = new Set(base)
  for (const id of rangeOf(order, start, to)) if (ids.size < FILES_AT_ONCE_MAX) ids.add(id)
  return { ids, anchor: start, base }
}

// `Set.prototype.intersection` is missing in browsers that are supported.
const only = (ids: ReadonlySet<number>, listed: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...ids].filter((id) => listed.has(id)))

const keepListed = (selection: Selection, order: readonly number[]): Selection => {
  const { ids, anchor, base } = selection
  const listed = new Set(order)
  if ([...ids].every((id) => listed.has(id))) return selection
  return { ids: only(ids, listed), anchor, base: only(base, listed) }
}

/** At most `FILES_AT_ONCE_MAX`: one call takes no more. */
export const selectionReducer = (selection: Selection, event: SelectionEvent): Selection => {
  switch (event.kind) {
    case 'toggled':
      return toggle(selection, event.id)
    case 'extended':
      return extend(selection, event.order, event.from, event.to)
    case 'listed':
      return keepListed(selection, event.order)
  }
}
