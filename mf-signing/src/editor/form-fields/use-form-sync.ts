import { useEffect, useReducer, useRef, useState } from 'react'
import type { FormField } from 'shared/contract/form-fields'
import { HttpError, messageOf } from 'shared/http'
import { useLatest, useOnline } from 'shared/state'
import type { SavingState } from '../fields/drafts.ts'
import type { NotifyEditor } from '../use-notify.ts'
import type { PlacedFormField } from './form-field.ts'
import { type StoredFormFields, stepsTo, storedOf, syncFormFields, waitsForSigner } from './form-sync.ts'
import { formFieldTexts } from './texts.ts'

const PAUSE_MS = 600

export interface FormSyncOptions {
  readonly fileId: number
  readonly fields: readonly PlacedFormField[]
  readonly signatureIdOf: (signer: string) => number | undefined
  readonly enabled: boolean
  readonly notify: NotifyEditor
  readonly onFrozen: () => void
}

const noneStored: StoredFormFields = new Map()

const isFrozen = (error: unknown): boolean => error instanceof HttpError && error.code === 'DOCUMENT_FROZEN'

const useRuns = (options: FormSyncOptions) => {
  const latest = useLatest(options)
  const stored = useRef(noneStored)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const [busy, setBusy] = useState(false)
  const [, shown] = useReducer((count: number) => count + 1, 0)
  const [failedFor, setFailedFor] = useState<readonly PlacedFormField[]>()
  const run = async (): Promise<boolean> => {
    const wanted = latest.current
    setBusy(true)
    try {
      await syncFormFields(wanted, stored)
      setFailedFor(undefined)
      return true
    } catch (error) {
      setFailedFor(wanted.fields)
      wanted.notify('error', `${formFieldTexts.saveFailed} ${messageOf(error)}`)
      if (isFrozen(error)) wanted.onFrozen()
      return false
    } finally {
      setBusy(false)
      // React may batch both changes of `busy`.
      shown()
    }
  }
  const sync = (): Promise<boolean> => {
    const done = running.current.then(run)
    running.current = done
    return done
  }
  return { stored, busy, failedFor, sync }
}

export const useFormSync = (options: FormSyncOptions) => {
  const { fields, enabled } = options
  const { stored, busy, failedFor, sync } = useRuns(options)
  const due = stepsTo(options, stored.current).length > 0
  const failed = failedFor === fields
  const latest = useLatest(sync)
  useEffect(() => {
    if (!enabled || !due || busy || failed) return
    const timer = setTimeout(() => void latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [enabled, due, busy, failed, fields])
  useOnline(enabled && failed, () => void sync())

  const stateOf = (): SavingState => {
    if (!due && !waitsForSigner(options)) return fields.length === 0 ? 'empty' : 'saved'
    if (busy) return 'saving'
    return failed ? 'failed' : 'waiting'
  }
  return {
    state: enabled ? stateOf() : ('empty' as const),
    sync,
    accept: (list: readonly FormField[]) => {
      stored.current = storedOf(list)
    },
  }
}
