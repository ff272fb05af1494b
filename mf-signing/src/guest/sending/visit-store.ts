import { useSyncExternalStore } from 'react'
import { forgetInTab, keepInTab, readInTab } from '../../kept-in-tab.ts'
import { continuesVisit } from '../signing/continues-visit.ts'
import type { SendingVisit } from './sending-plan.ts'

/** Person and sending: another person may open a link of the same sending in this tab. */
export interface VisitOwner {
  readonly sendingId: number
  readonly email: string
}

interface StoredVisit extends SendingVisit {
  /** Shown until the person acts again: why nothing was signed. */
  readonly notice: string | undefined
}

interface Stored {
  readonly email: string
  readonly shown: SendingVisit['shown']
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isStored = (value: unknown): value is Stored =>
  isRecord(value) &&
  typeof value.email === 'string' &&
  isRecord(value.shown) &&
  Object.values(value.shown).every((digest) => typeof digest === 'string')

/** Without valibot, which is larger than the rest of this chunk. */
const parseStored = (text: string | undefined): Stored | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isStored(value) ? value : undefined
  } catch {
    return undefined
  }
}

const storageKeyOf = ({ sendingId }: VisitOwner): string => `trazo-sending-${sendingId}`

const sameOwner = (one: VisitOwner, other: VisitOwner): boolean =>
  one.sendingId === other.sendingId && one.email.toLowerCase() === other.email.toLowerCase()

const readShown = (owner: VisitOwner): SendingVisit['shown'] => {
  const key = storageKeyOf(owner)
  if (!continuesVisit()) {
    forgetInTab(key)
    return {}
  }
  const stored = parseStored(readInTab(key))
  return stored && sameOwner({ ...owner, email: stored.email }, owner) ? stored.shown : {}
}

const CHANGED = 'changed'
let current: { readonly owner: VisitOwner; readonly visit: StoredVisit } | undefined
const changes = new EventTarget()

/** What this tab displayed and signed. Survives the way to another document, and a reload. */
export const readVisit = (owner: VisitOwner): StoredVisit => {
  if (!current || !sameOwner(current.owner, owner))
    current = { owner, visit: { shown: readShown(owner), signed: [], notice: undefined } }
  return current.visit
}

export const changeVisit = (owner: VisitOwner, change: Partial<StoredVisit>): void => {
  current = { owner, visit: { ...readVisit(owner), ...change } }
  const { shown } = current.visit
  if (Object.keys(shown).length === 0) forgetInTab(storageKeyOf(owner))
  else if (change.shown) keepInTab(storageKeyOf(owner), JSON.stringify({ email: owner.email, shown }))
  changes.dispatchEvent(new Event(CHANGED))
}

const subscribe = (listener: () => void): (() => void) => {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}

export const useVisit = (owner: VisitOwner): StoredVisit => useSyncExternalStore(subscribe, () => readVisit(owner))
