import type { FormField, FormValue } from 'shared/contract/form-fields'
import { type Bearer, reportUnknown } from 'shared/http'
import { formApi } from 'shared/http/form-fields'
import { notify } from 'shared/state'
import { mayPass } from '../call-failure.ts'
import {
  type FieldValue,
  type FormState,
  formOf,
  formValuesOf,
  ledTo,
  missingOf,
  nextOf,
  type SignerFormData,
  withTouched,
  withValue,
} from './form-state.ts'
import { isTooMuch } from './initials/initials.ts'
import { forgetKept, keepValues, readKept } from './kept-values.ts'
import { signerFormTexts } from './texts.ts'

const PAUSE_MS = 700
const RETRY_MS = 5000

export interface FormSource {
  /** Signature fields of one person, signed in one act; one form for all of them. */
  readonly fieldIds: readonly number[]
  readonly withBearer: <T>(call: (bearer: Bearer) => Promise<T>) => Promise<T>
  readonly draft?: 'on-server' | 'in-browser'
}

export interface FormStore {
  readonly fieldIds: readonly number[]
  readonly get: () => FormState
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (id: number, value: FieldValue) => void
  readonly touch: (id: number) => void
  readonly lead: (field?: FormField) => void
  readonly draw: (field: FormField | undefined) => void
  /** Once per lead: pages remount while people scroll. */
  readonly claim: (times: number) => boolean
  readonly blocks: () => boolean
  readonly values: () => FormValue[]
  readonly save: () => Promise<void>
  /** @throws HttpError */
  readonly flush: () => Promise<void>
  /** Flushes unless the server has all values. @throws HttpError */
  readonly settle: () => Promise<void>
  readonly stop: () => void
}

const cell = (first: FormState) => {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    put: (next: FormState) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Cell = ReturnType<typeof cell>

const keepAll = (state: FormState, fieldIds: readonly number[]): boolean =>
  fieldIds.map((id) => keepValues(id, formValuesOf(state, id))).every(Boolean)

const keeper = ({ get, put }: Cell, { fieldIds }: FormSource) => {
  const keep = () => put({ ...get(), saving: keepAll(get(), fieldIds) ? 'kept' : 'waiting' })
  return { save: async () => keep(), flush: async () => keep(), later: keep, stop: () => undefined }
}

interface Failure {
  readonly error: unknown
}

const saver = ({ get, put }: Cell, { fieldIds, withBearer }: FormSource) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<Failure | undefined> | undefined
  let over = false
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!over) timer = setTimeout(() => void save(), ms)
  }
  const send = async (): Promise<Failure | undefined> => {
    const { values } = get()
    put({ ...get(), saving: 'saving' })
    try {
      for (const id of fieldIds)
        await withBearer((bearer) => formApi.saveDraft(id, { values: formValuesOf({ ...get(), values }, id) }, bearer))
      const current = get().values === values
      put({ ...get(), saving: current ? 'saved' : 'waiting', isStored: current || get().isStored })
      if (current) for (const id of fieldIds) forgetKept(id)
      else later(PAUSE_MS)
      return undefined
    } catch (error) {
      put({ ...get(), saving: 'failed' })
      reportUnknown(error)
      if (mayPass(error)) later(RETRY_MS)
      return { error }
    }
  }
  const save = async (): Promise<void> => {
    clearTimeout(timer)
    if (running) return later(PAUSE_MS)
    running = send()
    await running
    running = undefined
  }
  const flush = async (): Promise<void> => {
    while (running) await running
    clearTimeout(timer)
    running = send()
    const failure = await running
    running = undefined
    if (failure) throw failure.error
  }
  const stop = () => {
    over = true
    clearTimeout(timer)
  }
  return { save, flush, later, stop }
}

const settling =
  ({ get }: Cell, flush: () => Promise<void>) =>
  async (): Promise<void> => {
    const { saving, isStored } = get()
    if (saving !== 'saved' || !isStored) await flush()
  }

const refusesTooMuch = (state: FormState): boolean => {
  const isMuch = isTooMuch(state)
  if (isMuch) notify({ type: 'error', message: signerFormTexts.tooMuch })
  return isMuch
}

export const createFormStore = (form: SignerFormData, source: FormSource): FormStore => {
  const { fieldIds } = source
  const state = cell(formOf(form, fieldIds.flatMap(readKept)))
  const { get, put, subscribe } = state
  const { save, flush, later, stop } = source.draft === 'in-browser' ? keeper(state, source) : saver(state, source)
  let claimed = 0
  if (get().saving === 'waiting') later(0)
  return {
    fieldIds,
    get,
    subscribe,
    set: (id, value) => {
      put(withValue(get(), id, value))
      keepAll(get(), fieldIds)
      later(PAUSE_MS)
    },
    touch: (id) => put(withTouched(get(), [id])),
    lead: (field = nextOf(get())) => field && put(ledTo(get(), field)),
    draw: (drawing) => put({ ...get(), drawing }),
    claim: (times) => {
      const isNew = times > claimed
      claimed = Math.max(claimed, times)
      return isNew
    },
    blocks: () => {
      const missing = missingOf(get())
      const [first] = missing
      if (!first) return refusesTooMuch(get())
      put(
        ledTo(
          withTouched(
            get(),
            missing.map(({ id }) => id),
          ),
          first,
        ),
      )
      return true
    },
    values: () => formValuesOf(get()),
    save,
    flush,
    settle: settling(state, flush),
    stop,
  }
}
