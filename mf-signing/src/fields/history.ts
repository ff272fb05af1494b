import { HISTORY_LIMIT, KEYBOARD_BATCH_MS } from './constants.ts'

interface Item {
  readonly id: string
}

export interface Change<F extends Item, Kind extends string = string> {
  readonly kind: Kind
  readonly before: readonly F[]
  readonly after: readonly F[]
  /** The next keyboard step may extend it. Milliseconds since the epoch. */
  readonly keyboard?: { readonly id: string; readonly at: number }
  readonly at?: number | undefined
}

export interface History<F extends Item, Kind extends string = string> {
  readonly items: readonly F[]
  readonly past: readonly Change<F, Kind>[]
  readonly future: readonly Change<F, Kind>[]
}

const isSame = <F>(a: readonly F[], b: readonly F[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

const continues = <F extends Item>(last: Change<F> | undefined, next: Change<F>): boolean =>
  last?.keyboard !== undefined &&
  next.keyboard !== undefined &&
  last.kind === next.kind &&
  last.keyboard.id === next.keyboard.id &&
  next.keyboard.at - last.keyboard.at <= KEYBOARD_BATCH_MS

export const changed = <F extends Item, K extends string>(
  history: History<F, K>,
  change: Omit<Change<F, K>, 'before'>,
): History<F, K> => {
  const next: Change<F, K> = { ...change, before: history.items }
  if (isSame(next.before, next.after)) return history
  const last = history.past.at(-1)
  const past =
    last && continues(last, next)
      ? [...history.past.slice(0, -1), { ...next, before: last.before }]
      : [...history.past, next].slice(-HISTORY_LIMIT)
  return { items: next.after, past, future: [] }
}

const eachChange = <F extends Item, K extends string>(
  { items, past, future }: History<F, K>,
  edit: (items: readonly F[]) => readonly F[],
): History<F, K> => {
  const edited = (changes: readonly Change<F, K>[]) =>
    changes.map((change) => ({ ...change, before: edit(change.before), after: edit(change.after) }))
  return { items: edit(items), past: edited(past), future: edited(future) }
}

export const withItem = <F extends Item, K extends string>(history: History<F, K>, item: F): History<F, K> =>
  eachChange(history, (items) => [...items, item])

export const forgotten = <F extends Item, K extends string>(
  history: History<F, K>,
  ids: ReadonlySet<string>,
): History<F, K> => {
  const { items, past, future } = eachChange(history, (list) => list.filter(({ id }) => !ids.has(id)))
  const kept = (changes: readonly Change<F, K>[]) => changes.filter(({ before, after }) => !isSame(before, after))
  return { items, past: kept(past), future: kept(future) }
}

/** Later keys must not extend the step next to an undone one. */
const sealed = <F extends Item, K extends string>(changes: readonly Change<F, K>[]): readonly Change<F, K>[] => {
  const last = changes.at(-1)
  if (!last) return changes
  const { keyboard: _, ...rest } = last
  return [...changes.slice(0, -1), rest]
}

export const undone = <F extends Item, K extends string>(history: History<F, K>): History<F, K> => {
  const last = history.past.at(-1)
  if (!last) return history
  return { items: last.before, past: sealed(history.past.slice(0, -1)), future: [last, ...history.future] }
}

export const redone = <F extends Item, K extends string>(history: History<F, K>): History<F, K> => {
  const [next, ...future] = history.future
  if (!next) return history
  return { items: next.after, past: sealed([...history.past, next]), future }
}

export type Dated<Action> = Action & { readonly at?: number }

/** Reducers have no clock: the hook dates the newest change. */
export const dated = <S extends Pick<History<Item>, 'past'>>(state: S, at: number | undefined): S => {
  const last = state.past.at(-1)
  if (!last || last.at !== undefined || at === undefined) return state
  return { ...state, past: [...state.past.slice(0, -1), { ...last, at }] }
}

export const touchedBy = <F extends Item>(before: readonly F[], after: readonly F[]): F | undefined =>
  after.find((item) => !before.includes(item)) ?? before.find(({ id }) => after.every((item) => item.id !== id))
