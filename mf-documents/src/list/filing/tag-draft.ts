import { tagKey } from 'shared/http/deferred'

/** `some`: only some of several documents have the tag. */
export type TagMark = 'all' | 'some' | 'none'

export interface TagRow {
  readonly key: string
  readonly name: string
  readonly before: TagMark
  readonly now: TagMark
}

interface Tagged {
  readonly tags?: readonly string[] | undefined
}

const markOf = (key: string, objects: readonly Tagged[]): TagMark => {
  const count = objects.filter(({ tags = [] }) => tags.some((tag) => tagKey(tag) === key)).length
  if (count === 0) return 'none'
  return count === objects.length ? 'all' : 'some'
}

/** Tags of the account, and those that a document has got since. */
export const startDraft = (known: readonly string[], objects: readonly Tagged[]): TagRow[] => {
  const names = new Map([...objects.flatMap(({ tags = [] }) => tags), ...known].map((name) => [tagKey(name), name]))
  return [...names]
    .map(([key, name]) => {
      const before = markOf(key, objects)
      return { key, name, before, now: before }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
}

/** A mixed tag goes to all, to none, and back to mixed. */
const nextMark = ({ before, now }: TagRow): TagMark => {
  if (now === 'some') return 'all'
  if (now === 'none') return before === 'some' ? 'some' : 'all'
  return 'none'
}

export const toggleTag = (rows: readonly TagRow[], key: string): readonly TagRow[] =>
  rows.map((row) => (row.key === key ? { ...row, now: nextMark(row) } : row))

/** Marks a known tag, or adds a new one. */
export const chooseTag = (rows: readonly TagRow[], name: string): readonly TagRow[] => {
  const key = tagKey(name)
  return rows.some((row) => row.key === key)
    ? rows.map((row) => (row.key === key ? { ...row, now: 'all' } : row))
    : [{ key, name, before: 'none', now: 'all' }, ...rows]
}

export const findTags = (rows: readonly TagRow[], search: string): readonly TagRow[] =>
  rows.filter(({ key }) => key.includes(tagKey(search)))

export const changesOf = (rows: readonly TagRow[]) => {
  const changed = rows.filter(({ before, now }) => before !== now)
  const named = (mark: TagMark) => changed.filter(({ now }) => now === mark).map(({ name }) => name)
  return { add: named('all'), remove: named('none') }
}

/** A chosen tag stays chosen under another name. */
export const renameRow = (rows: readonly TagRow[], from: string, to: string): readonly TagRow[] =>
  rows.map((row) => (row.key === tagKey(from) ? { ...row, key: tagKey(to), name: to } : row))

export const dropRow = (rows: readonly TagRow[], name: string): readonly TagRow[] =>
  rows.filter(({ key }) => key !== tagKey(name))
