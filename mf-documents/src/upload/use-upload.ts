import { useEffect, useReducer, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { isAbort, type UploadInput } from 'shared/http'
import { notify } from 'shared/state'
import { useLatest } from '../use-latest.ts'
import { UPLOAD_CANCELLED } from './constants.ts'
import { browserTools, sendUpload } from './send-upload.ts'
import { storedNotes } from './stored-notes.ts'
import { readUploadFailure } from './upload-failure.ts'
import { type KeyedUpload, keyed, randomKey } from './upload-key.ts'
import { fileOf, initialUpload, type UploadForm, type UploadState, uploadReducer } from './upload-state.ts'
import { checkFile, checkUpload, type UploadProblem } from './validate-upload.ts'

export interface Upload extends UploadState {
  readonly edit: (change: Partial<UploadForm>) => void
  readonly choose: (file: File) => void
  readonly remove: () => void
  /** Validates and uploads; `clean` removes the findings. */
  readonly submit: (options?: { readonly clean: boolean }) => void
  readonly cancel: () => void
  /** Closes the failure panel. */
  readonly dismiss: () => void
}

/**
 * Used by the dashboard, so that
 * switching tabs keeps the state.
 *
 * @param onStored runs after the
 *   server has stored the document
 */
export const useUpload = (onStored: (document: UserFile) => void): Upload => {
  const [state, dispatch] = useReducer(uploadReducer, initialUpload)
  const running = useRef<AbortController>(undefined)
  const lastSent = useRef<KeyedUpload>(undefined)
  const stored = useLatest(onStored)
  useEffect(() => () => running.current?.abort(), [])

  const object = (problem: UploadProblem) => {
    dispatch({ kind: 'objected', problem })
    notify({ type: 'warning', message: problem.message })
  }

  const send = async (content: UploadInput) => {
    lastSent.current = keyed(lastSent.current, content, randomKey)
    const input = { ...content, key: lastSent.current.key }
    const stop = new AbortController()
    running.current = stop
    dispatch({ kind: 'started' })
    const onProgress = (percent: number, checking: boolean) => dispatch({ kind: 'progressed', percent, checking })
    try {
      const document = await sendUpload(input, { signal: stop.signal, onProgress }, browserTools)
      lastSent.current = undefined
      dispatch({ kind: 'stored', document })
      for (const note of storedNotes(document)) notify(note)
      stored.current(document)
    } catch (cause) {
      if (isAbort(cause)) dispatch({ kind: 'cancelled' })
      else dispatch({ kind: 'failed', failure: readUploadFailure(cause) })
    }
  }

  return {
    ...state,
    edit: (change) => dispatch({ kind: 'edited', change }),
    choose: (file) => {
      if (state.phase.kind === 'uploading') return
      const problem = checkFile(file)
      if (problem) object(problem)
      else dispatch({ kind: 'chose', file })
    },
    remove: () => dispatch({ kind: 'removed' }),
    submit: ({ clean } = { clean: false }) => {
      if (state.phase.kind === 'uploading') return
      const { fileTypeId, description, notes } = state.form
      const file = fileOf(state.phase)
      const problem = checkUpload(file, fileTypeId)
      if (problem) object(problem)
      else if (file && fileTypeId !== undefined) void send({ file, fileTypeId, description, notes, clean })
    },
    cancel: () => {
      running.current?.abort()
      notify({ type: 'info', message: UPLOAD_CANCELLED })
    },
    dismiss: () => dispatch({ kind: 'dismissed' }),
  }
}
