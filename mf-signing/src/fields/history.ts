import { HISTORY_LIMIT, KEYBOARD_BATCH_MS } from './constants.ts'

interface Item {
  readonly id: string
}

export interface FieldChange<F extends Item, Kind extends string = string> {
  readonly kind: Kind
  readonly before: readonly F[]
  readonly after: readonly F[]
  /** The next keyboard step may extend it. Milliseconds since the epoch. */
  readonly keyboard?: { readonly id: string; readonly at: number }
  readonly at?: number | undefined
}

export interface FieldHistory<F extends Item, Kind extends string = string> {
  readonly items: readonly F[]
  readonly past: readonly FieldChange<F, Kind>[]
  readonly future: readonly FieldChange<F, Kind>[]
}

export const isSameList = <F>(a: readonly F[], b: readonly F[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

const continues = <F extends Item>(last: FieldChange<F> | undefined, next: FieldChange<F>): boolean =>
  last?.keyboard !== undefined &&
  next.keyboard !== undefined &&
  last.kind === next.kind &&
  last.keyboard.id === next.keyboard.id &&
  next.keyboard.at - last.keyboard.at <= KEYBOARD_BATCH_MS

export const recordChange = <F extends Item, K extends string>(
  history: FieldHistory<F, K>,
  change: Omit<FieldChange<F, K>, 'before'>,
): FieldHistory<F, K> => {
  const next: FieldChange<F, K> = { ...change, before: history.items }
  if (isSameList(next.before, next.after)) return history
  const last = history.past.at(-1)
  const past =
    last && continues(last, next)
      ? [...history.past.slice(0, -1), { ...next, before: last.before }]
      : [...history.past, next].slice(-HISTORY_LIMIT)
  return { items: next.after, past, future: [] }
}

const eachChange = <F extends Item, K extends string>(
  { items, past, future }: FieldHistory<F, K>,
  edit: (items: readonly F[]) => readonly F[],
): FieldHistory<F, K> => {
  const edited = (changes: readonly FieldChange<F, K>[]) =>
    changes.map((change) => ({ ...change, before: edit(change.before), after: edit(change.after) }))
  return { items: edit(items), past: edited(past), future: edited(future) }
}

export const withItem = <F extends Item, K extends string>(history: FieldHistory<F, K>, item: F): FieldHistory<F, K> =>
  eachChange(history, (items) => [...items, item])

export const forgetItems = <F extends Item, K extends string>(
  history: FieldHistory<F, K>,
  ids: ReadonlySet<string>,
): FieldHistory<F, K> => {
  const { items, past, future } = eachChange(history, (list) => list.filter(({ id }) => !ids.has(id)))
  const kept = (changes: readonly FieldChange<F, K>[]) =>
    changes.filter(({ before, after }) => !isSameList(before, after))
  return { items, past: kept(past), future: kept(future) }
}

/** Later keys must not extend the step next to an undone one. */
const closeBatch = <F extends Item, K extends string>(
  changes: readonly FieldChange<F, K>[],
): readonly FieldChange<F, K>[] => {
  const last = changes.at(-1)
  if (!last) return changes
  const { keyboard: _, ...rest } = last
  return [...changes.slice(0, -1), rest]
}

export const undoChange = <F extends Item, K extends string>(history: FieldHistory<F, K>): FieldHistory<F, K> => {
  const last = history.past.at(-1)
  if (!last) return history
  return { items: last.before, past: closeBatch(history.past.slice(0, -1)), future: [last, ...history.future] }
}

export const redoChange = <F extends Item, K extends string>(history: FieldHistory<F, K>): FieldHistory<F, K> => {
  const [next, ...future] = history.future
  if (!next) return history
  return { items: next.after, past: closeBatch([...history.past, next]), future }
}

export type DatedAction<Action> = Action & { readonly at?: number }

/** Reducers have no clock: the hook dates the newest change. */
export const dateLastChange = <S extends Pick<FieldHistory<Item>, 'past'>>(state: S, at: number | undefined): S => {
  const last = state.past.at(-1)
  if (!last || last.at !== undefined || at === undefined) return state
  return { ...state, past: [...state.past.slice(0, -1), { ...last, at }] }
}

export const touchedBy = <F extends Item>(before: readonly F[], after: readonly F[]): F | undefined =>
  after.find((item) => !before.includes(item)) ?? before.find(({ id }) => after.every((item) => item.id !== id))
