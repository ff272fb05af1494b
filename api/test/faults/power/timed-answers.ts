import type { Acknowledged } from '../acknowledged.ts'

/** The clocks of answers and of the mail server count milliseconds, rounded down. */
export const CLOCK_STEP = 1

interface TimedState {
  readonly time: number
  readonly state: Acknowledged
}

export interface TimedAnswers {
  readonly acknowledged: Acknowledged
  /**
   * All that was answered for certain before a time, and nothing of which the opposite may have been asked by then.
   * Undefined before the owner's account was answered. @param time in milliseconds
   */
  at(time: number): Acknowledged | undefined
}

class NotingSet<Item> extends Set<Item> {
  note: (() => void) | undefined

  override add(item: Item): this {
    super.add(item)
    this.note?.()
    return this
  }
}

class NotingMap<Key, Value> extends Map<Key, Value> {
  note: (() => void) | undefined

  override set(key: Key, value: Value): this {
    super.set(key, value)
    this.note?.()
    return this
  }
}

const copyOf = (state: Acknowledged): Acknowledged => ({
  ...state,
  asked: new Set(state.asked),
  fields: new Map(state.fields),
  invited: new Set(state.invited),
})

const lastOf = (history: readonly TimedState[], until: number): Acknowledged | undefined =>
  history.findLast(({ time }) => time <= until)?.state

/** Notes each change with its time. @param clock milliseconds, rounded down */
export const timeAnswers = (nothing: Acknowledged, clock: () => number = Date.now): TimedAnswers => {
  const history: TimedState[] = []
  const asked = new NotingSet<string>()
  const fields: Acknowledged['fields'] & { note: (() => void) | undefined } = new NotingMap()
  const invited = new NotingSet<number>()
  const state: Acknowledged = { ...nothing, asked, fields, invited }
  const note = (): void => void history.push({ time: clock(), state: copyOf(state) })
  for (const noting of [asked, fields, invited]) noting.note = note
  note()
  const acknowledged = new Proxy(state, {
    set: (target, name, value) => {
      Reflect.set(target, name, value)
      note()
      return true
    },
  })
  return {
    acknowledged,
    at: (time) => {
      const known = lastOf(history, time - CLOCK_STEP)
      if (known === undefined) return undefined
      const later = lastOf(history, time + CLOCK_STEP) ?? known
      const certain = copyOf({ ...known, asked: state.asked })
      for (const [id, was] of certain.fields)
        if (was === 'placed' && later.fields.get(id) !== 'placed' && later.fields.get(id) !== 'signed')
          certain.fields.set(id, 'deleting')
      return certain
    },
  }
}
