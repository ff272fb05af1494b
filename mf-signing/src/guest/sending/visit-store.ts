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
  /** Saves the form of a document, if the server lacks values of it; also after the page of the document was left. */
  readonly saves: Readonly<Record<number, () => Promise<void>>>
}

type Kept = Pick<SendingVisit, 'shown' | 'forms'>

interface Stored extends Kept {
  readonly email: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isStored = (value: unknown): value is Stored =>
  isRecord(value) &&
  typeof value.email === 'string' &&
  isRecord(value.shown) &&
  Object.values(value.shown).every((digest) => typeof digest === 'string') &&
  isRecord(value.forms) &&
  Object.values(value.forms).every((digest) => typeof digest === 'string' || digest === null)

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

const NONE: Kept = { shown: {}, forms: {} }

const readStored = (owner: VisitOwner): Kept => {
  const key = storageKeyOf(owner)
  if (!continuesVisit()) {
    forgetInTab(key)
    return NONE
  }
  const stored = parseStored(readInTab(key))
  return stored && sameOwner({ ...owner, email: stored.email }, owner)
    ? { shown: stored.shown, forms: stored.forms }
    : NONE
}

const CHANGED = 'changed'
let current: { readonly owner: VisitOwner; readonly visit: StoredVisit } | undefined
const changes = new EventTarget()

/** What this tab displayed and signed. Survives the way to another document, and a reload. */
export const readVisit = (owner: VisitOwner): StoredVisit => {
  if (!current || !sameOwner(current.owner, owner))
    current = { owner, visit: { ...readStored(owner), signed: [], notice: undefined, saves: {} } }
  return current.visit
}

export const changeVisit = (owner: VisitOwner, change: Partial<StoredVisit>): void => {
  current = { owner, visit: { ...readVisit(owner), ...change } }
  const { shown, forms } = current.visit
  const isEmpty = Object.keys({ ...shown, ...forms }).length === 0
  if (isEmpty) forgetInTab(storageKeyOf(owner))
  else if (change.shown || change.forms)
    keepInTab(storageKeyOf(owner), JSON.stringify({ email: owner.email, shown, forms }))
  changes.dispatchEvent(new Event(CHANGED))
}

const subscribe = (listener: () => void): (() => void) => {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}

export const useVisit = (owner: VisitOwner): StoredVisit => useSyncExternalStore(subscribe, () => readVisit(owner))
