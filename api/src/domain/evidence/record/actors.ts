import type { LogEntry } from 'shared/contract/evidence-log'
import * as v from 'valibot'
import { entryPointOfActor } from '../../audit/entry-points.ts'
import { factsOf } from './describe-entry.ts'

interface Recorded {
  readonly name: string | null
  readonly email: string | null
}

const NamesSchema = v.record(v.string(), v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) }))

/** Entries of `format` 1 and 2 carry no names. The entry `log-authenticated` recorded those of that moment. */
const earlierNames = (log: readonly LogEntry[]): Readonly<Record<string, Recorded>> => {
  const entry = log.find(({ kind }) => kind === 'log-authenticated')
  const names = entry === undefined ? undefined : factsOf(entry).names
  const parsed = v.safeParse(NamesSchema, typeof names === 'string' ? JSON.parse(names) : undefined)
  return parsed.success ? parsed.output : {}
}

const mailbox = ({ name, email }: Recorded): string => {
  if (name === null) return email ?? 'Invitado'
  return email === null ? name : `${name} <${email}>`
}

/** Reads only the log, so later changes have no effect. */
export interface EntryActors {
  readonly textOf: (entry: LogEntry) => string
  /** As last named in the log. */
  readonly recorded: (actor: string) => Recorded | undefined
}

/** Names as the log recorded them, so that a renamed account changes no evidence. */
export const actorsOf = (log: readonly LogEntry[]): EntryActors => {
  const earlier = earlierNames(log)
  const recordedIn = ({ format, actor, actor_name: name, actor_email: email }: LogEntry): Recorded | undefined =>
    format === 3 ? { name, email } : earlier[actor]
  return {
    textOf: (entry) => {
      if (entry.actor === 'system') return 'Trazo'
      const who = recordedIn(entry)
      return [who === undefined ? entry.actor : mailbox(who), entryPointOfActor(entry.actor)]
        .filter(Boolean)
        .join(' · ')
    },
    recorded: (actor) => {
      const last = log.findLast((entry) => entry.actor === actor)
      return (last && recordedIn(last)) ?? earlier[actor]
    },
  }
}

/** As named at completion; in earlier logs, as last named. */
export const loggedOwner = (
  log: readonly LogEntry[],
  ownerId: number,
): { readonly name: string; readonly email: string } => {
  const completed = log.findLast(({ kind }) => kind === 'document-completed')
  const { owner, owner_email: email } = completed === undefined ? {} : factsOf(completed)
  if (typeof owner === 'string' && typeof email === 'string') return { name: owner, email }
  const recorded = actorsOf(log).recorded(`user:${ownerId}`)
  return { name: recorded?.name ?? '', email: recorded?.email ?? '' }
}
