import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { uploadNotes } from 'shared/file-password'
import { isAbort, newRequestKey, type UploadInput } from 'shared/http'
import { notify, useLatest } from 'shared/state'
import { browserTools, sendUpload } from './sending/send-upload.ts'
import { type KeyedUpload, keyUpload } from './sending/upload-key.ts'
import { lockedBy, readUploadFailure } from './upload-failure.ts'
import { fileProblem, notifyFirstError, type UploadForm, useUploadForm } from './upload-form.ts'
import { chosenFile, initialUpload, type UploadEvent, type UploadPhase, uploadReducer } from './upload-state.ts'

/** The user agreed to each. */
interface SubmitOptions {
  readonly clean?: boolean
  readonly password?: string
}

export interface UploadModel {
  readonly phase: UploadPhase
  readonly form: UploadForm
  /** `send`: at once, unless the form has text. */
  readonly choose: (file: File, options?: { readonly send: boolean }) => void
  readonly remove: () => void
  readonly submit: (options?: SubmitOptions) => void
  readonly cancel: () => void
  readonly dismiss: () => void
}

const isDescribed = (form: UploadForm): boolean => {
  const { description = '', notes = '' } = form.getValues()
  return description !== '' || notes !== ''
}

const UPLOADED = 'Archivo subido exitosamente'
const CANCELLED = 'Subida cancelada. El archivo y los datos siguen aquí.'

/** Sends one upload at a time; unmounting aborts it. */
const useSending = ({ kind }: UploadPhase, dispatch: Dispatch<UploadEvent>, onStored: (document: UserFile) => void) => {
  const running = useRef<AbortController>(undefined)
  const lastSent = useRef<KeyedUpload>(undefined)
  /** Of an encrypted file, until it is stored, given up or found wrong: a retry does not ask again. */
  const password = useRef<string>(undefined)
  const latest = useLatest(onStored)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (kind !== 'uploading' && kind !== 'failed') password.current = undefined
  }, [kind])

  const send = async (given: UploadInput): Promise<void> => {
    password.current = given.password ?? password.current
    const content = { ...given, password: password.current }
    lastSent.current = keyUpload(lastSent.current, content, newRequestKey)
    const input = { ...content, key: lastSent.current.key }
    const abort = new AbortController()
    running.current = abort
    dispatch({ kind: 'started', cleaning: content.clean === true })
    const onProgress = (percent: number, checking: boolean) => dispatch({ kind: 'progressed', percent, checking })
    try {
      const document = await sendUpload(input, { signal: abort.signal, onProgress }, browserTools)
      lastSent.current = undefined
      dispatch({ kind: 'stored', document })
      notify({ type: 'success', message: UPLOADED })
      for (const note of uploadNotes(document)) notify(note)
      latest.current(document)
    } catch (cause) {
      const failure = readUploadFailure(cause)
      if (lockedBy(failure)) password.current = undefined
      dispatch(isAbort(cause) ? { kind: 'cancelled' } : { kind: 'failed', failure })
    }
  }
  return { send, abort: () => running.current?.abort() }
}

/** Used by the dashboard, so that switching tabs keeps the state. */
export const useUpload = (onStored: (document: UserFile) => void): UploadModel => {
  const [phase, dispatch] = useReducer(uploadReducer, initialUpload)
  const form = useUploadForm(chosenFile(phase))
  const { send, abort } = useSending(phase, dispatch, (document) => {
    form.reset()
    onStored(document)
  })
  const sentAtOnce = useRef<File>(undefined)
  const choose = (file: File, send: boolean): void => {
    const message = fileProblem(file)
    if (message === undefined) {
      form.clearErrors('file')
      sentAtOnce.current = send && !isDescribed(form) ? file : undefined
      dispatch({ kind: 'chose', file })
    } else {
      form.setError('file', { message })
      notify({ type: 'warning', message })
    }
  }
  const submit = async ({ clean = false, password }: SubmitOptions = {}): Promise<void> =>
    form.handleSubmit(
      ({ file_type_id: fileTypeId, ...rest }) => void send({ ...rest, fileTypeId, clean, password }),
      notifyFirstError,
    )()
  // The form validates the file of its last render.
  const sendChosen = useEffectEvent((file: File) => {
    if (sentAtOnce.current !== file) return
    sentAtOnce.current = undefined
    void submit()
  })
  useEffect(() => {
    if (phase.kind === 'chosen') sendChosen(phase.file)
  }, [phase])

  return {
    phase,
    form,
    choose: (file, { send } = { send: false }) => phase.kind !== 'uploading' && choose(file, send),
    remove: () => dispatch({ kind: 'removed' }),
    submit: (options) => {
      if (phase.kind !== 'uploading') void submit(options)
    },
    cancel: () => {
      abort()
      notify({ type: 'info', message: CANCELLED })
    },
    dismiss: () => dispatch({ kind: 'dismissed' }),
  }
}
