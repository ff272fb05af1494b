import { useRef, useState } from 'react'
import { useLatest } from 'shared/state'
import type { TemporaryField } from '../../fields/field-lifecycle.ts'
import type { DraftsModel } from '../fields/use-drafts.ts'
import type { PlacedFieldsModel } from '../fields/use-placed-fields.ts'
import type { SaveOutcome } from './save-fields.ts'
import { isComplete, syncDrafts } from './save-fields.ts'

export interface SyncOptions {
  readonly model: PlacedFieldsModel
  readonly drafts: DraftsModel
  readonly fileId: number
  readonly onChanged: () => void
  readonly onRecovered: () => void
}

/** One sync after another: no field is sent twice. */
export const useSync = ({ model, drafts, fileId, onChanged, onRecovered }: SyncOptions) => {
  const [busy, setBusy] = useState(false)
  const [failedFor, setFailedFor] = useState<readonly TemporaryField[]>()
  const [hasSaved, setSaved] = useState(false)
  const failing = useRef(false)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const temporaries = useLatest(model.placed.temporaries)
  const { store } = drafts

  const run = async (): Promise<SaveOutcome> => {
    const fields = temporaries.current
    const before = store.get()
    setBusy(true)
    const outcome = await syncDrafts(fields, fileId, store)
    setBusy(false)
    const complete = isComplete(outcome)
    if (complete && failing.current) onRecovered()
    failing.current = !complete
    setFailedFor(complete ? undefined : fields)
    if (store.get() !== before) {
      setSaved(true)
      onChanged()
    }
    if (outcome.frozen) model.reload()
    return outcome
  }
  const sync = (): Promise<SaveOutcome> => {
    const outcome = running.current.then(run)
    running.current = outcome
    return outcome
  }
  return { busy, failedFor, hasSaved, sync, settled: () => running.current, temporaries }
}
