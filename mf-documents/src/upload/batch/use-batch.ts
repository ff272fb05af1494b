import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { fileTypes } from 'shared/contract'
import { namedUploadNotes } from 'shared/file-password'
import { isAbort, newRequestKey } from 'shared/http'
import { notify } from 'shared/state'
import { browserTools, sendUpload } from '../sending/send-upload.ts'
import { lockedBy, readUploadFailure } from '../upload-failure.ts'
import { fileAdvice, fileProblem } from '../upload-form.ts'
import {
  type BatchEvent,
  type BatchItem,
  type BatchRefusal,
  type BatchState,
  batchReducer,
  currentItem,
  emptyBatch,
} from './batch-state.ts'
import { batchTexts } from './texts.ts'

export interface BatchModel {
  readonly batch: BatchState
  readonly stop: () => void
  readonly proceed: () => void
  readonly finish: () => void
  readonly retry: () => void
  readonly answered: () => void
  /** Of the item that is locked. Without a password it is left out. */
  readonly open: (password: string | undefined) => void
}

/** Reasons of the file itself stay; those of the connection or the server may pass. */
const refusalOf = (cause: unknown): BatchRefusal => {
  const failure = readUploadFailure(cause)
  if (failure.kind === 'message') return { reason: failure.message, retryable: true }
  const { title, message, suggestion, can_clean, error_type: type } = failure.error
  return {
    reason: `${title}. ${message}`,
    advice: can_clean ? batchTexts.cleanAlone : suggestion,
    retryable: type === 'UPLOAD_ERROR' || type === 'UNEXPECTED_ERROR',
  }
}

const problemOf = (file: File): BatchRefusal | undefined => {
  const reason = fileProblem(file)
  return reason === undefined ? undefined : { reason, advice: fileAdvice[reason], retryable: false }
}

interface ItemUpload {
  readonly signal: AbortSignal
  readonly dispatch: (event: BatchEvent) => void
  readonly password?: string
}

const uploadItem = async ({ key, file }: BatchItem, { signal, dispatch, password }: ItemUpload) => {
  dispatch({ kind: 'started', key })
  const input = { key, file, fileTypeId: fileTypes[0].id, description: '', notes: '', password }
  const onProgress = (percent: number, checking: boolean) => dispatch({ kind: 'progressed', key, percent, checking })
  try {
    const document = await sendUpload(input, { signal, onProgress }, browserTools)
    for (const note of namedUploadNotes(document)) notify(note)
    dispatch({ kind: 'stored', key, document })
  } catch (cause) {
    const refusal = lockedBy(readUploadFailure(cause))
    if (isAbort(cause)) return
    dispatch(refusal ? { kind: 'locked', key, refusal } : { kind: 'refused', key, ...refusalOf(cause) })
  }
}

/** The upload of one item ends with it, or when the component leaves. */
const useItemUpload = (current: BatchItem | undefined, dispatch: (event: BatchEvent) => void) => {
  const running = useRef<AbortController>(undefined)
  const key = current?.key
  const begin = useEffectEvent((signal: AbortSignal) => {
    if (current) void uploadItem(current, { signal, dispatch })
  })
  useEffect(() => {
    if (key === undefined) return
    const abort = new AbortController()
    running.current = abort
    begin(abort.signal)
    return () => abort.abort()
  }, [key])

  return (password: string | undefined): void => {
    if (current?.state.kind !== 'locked' || !running.current) return
    if (password !== undefined) void uploadItem(current, { signal: running.current.signal, dispatch, password })
    else dispatch({ kind: 'refused', key: current.key, reason: batchTexts.notOpened, retryable: true })
  }
}

/** Uploads the files one after the other; unmounting and `stop` abort the running upload. */
export const useBatch = (files: readonly File[]): BatchModel => {
  const [batch, dispatch] = useReducer(batchReducer, emptyBatch)
  const taken = useRef(0)
  const open = useItemUpload(currentItem(batch), dispatch)

  useEffect(() => {
    const more = files.slice(taken.current)
    taken.current = files.length
    if (more.length === 0) return
    dispatch({
      kind: 'brought',
      files: more.map((file) => ({ key: newRequestKey(), file, problem: problemOf(file) })),
    })
  }, [files])

  return {
    batch,
    open,
    stop: () => dispatch({ kind: 'stopped' }),
    proceed: () => dispatch({ kind: 'continued' }),
    finish: () => dispatch({ kind: 'finished', reason: batchTexts.leftOut }),
    retry: () => dispatch({ kind: 'retried' }),
    answered: () => dispatch({ kind: 'answered' }),
  }
}
