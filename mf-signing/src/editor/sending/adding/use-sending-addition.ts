import { useEffect, useRef, useState } from 'react'
import { type FileError, fileTypes, type UserFile } from 'shared/contract'
import { isAbort, messageOf, newRequestKey, uploadFile } from 'shared/http'
import type { Sending } from 'shared/http/deferred'
import { hexDigest } from '../../../signing/shown-digest.ts'
import { joinSending, twinInSending } from './join-sending.ts'
import { type RefusedFile, refusedBeforeUpload, refusedUpload } from './refused-file.ts'

export type AddingWork =
  | { readonly kind: 'choosing'; readonly refused?: RefusedFile; readonly wasCancelled?: boolean }
  /** `sent`: share of the bytes, from 0 to 1. */
  | { readonly kind: 'uploading'; readonly name: string; readonly sent: number }
  | {
      readonly kind: 'locked'
      readonly name: string
      readonly refusal: FileError
      readonly open: (password: string) => void
    }
  /** `twin`: the name of the document with these bytes. */
  | { readonly kind: 'same'; readonly name: string; readonly twin: string; readonly proceed: () => void }
  | { readonly kind: 'joining'; readonly name: string }
  /** The sending was not changed; the document stays in the list. */
  | { readonly kind: 'apart'; readonly document: UserFile; readonly reason: string }

export interface SendingAdditionOptions {
  readonly sending: Sending
  /** The sending as it is then. */
  readonly onAdded: (sending: Sending, document: UserFile) => void
  /** The upload is in the list of documents. */
  readonly onStored: (document: UserFile) => void
  /** The sending is to be read again. */
  readonly onRefused: () => void
}

const idle: AddingWork = { kind: 'choosing' }

/** Of the running reading or upload. Unmounting aborts it. */
const useAborting = () => {
  const running = useRef<AbortController>(undefined)
  const abort = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  const begin = (): AbortSignal => {
    abort()
    running.current = new AbortController()
    return running.current.signal
  }
  return { begin, abort }
}

/** Adds a document that is stored. */
const useJoining = ({ sending, onAdded, onRefused }: SendingAdditionOptions) => {
  const [work, setWork] = useState<AddingWork>(idle)
  const { begin, abort } = useAborting()

  const add = async (document: UserFile) => {
    setWork({ kind: 'joining', name: document.original_filename })
    try {
      onAdded(await joinSending(sending.id, document.id), document)
    } catch (error) {
      setWork({ kind: 'apart', document, reason: messageOf(error) })
      onRefused()
    }
  }
  const failed = (error: unknown) => {
    if (isAbort(error)) return setWork({ ...idle, wasCancelled: true })
    setWork({ ...idle, refused: refusedUpload(error) })
    onRefused()
  }
  /** Asks first if the sending has these bytes. @throws HttpError, AbortError */
  const unlessSame = async (name: string, sha256: string, signal: AbortSignal, proceed: () => void) => {
    const twin = await twinInSending(sending, sha256, signal)
    if (twin === undefined) proceed()
    else setWork({ kind: 'same', name, twin, proceed })
  }
  const choose = async (document: UserFile) => {
    const { original_filename: name, sha256 } = document
    setWork({ kind: 'joining', name })
    await unlessSame(name, sha256, begin(), () => void add(document)).catch(failed)
  }
  return { work, setWork, add, failed, unlessSame, choose, begin, abort }
}

/** Adds one document, uploaded or chosen, behind the others. */
export const useSendingAddition = (options: SendingAdditionOptions) => {
  const { work, setWork, add, failed, unlessSame, choose, begin, abort } = useJoining(options)
  /** For the same bytes: a retry after a lost answer stores no second document. */
  const key = useRef({ digest: '', value: '' })

  const upload = async (file: File, digest: string, password?: string) => {
    const uploading = (sent: number) => setWork({ kind: 'uploading', name: file.name, sent })
    uploading(0)
    if (key.current.digest !== digest) key.current = { digest, value: newRequestKey() }
    const input = { file, fileTypeId: fileTypes[0].id, description: '', notes: '', key: key.current.value, password }
    try {
      const onSent = (sent: number, total: number) => uploading(total > 0 ? sent / total : 0)
      const document = await uploadFile(input, { signal: begin(), onSent })
      key.current = { digest: '', value: '' }
      options.onStored(document)
      // A repaired or opened file has other bytes.
      void (document.rewritten === null ? add(document) : choose(document))
    } catch (error) {
      const { locked: refusal } = refusedUpload(error)
      if (!refusal) return failed(error)
      setWork({ kind: 'locked', name: file.name, refusal, open: (given) => void upload(file, digest, given) })
    }
  }
  const bring = async (file: File) => {
    const refused = refusedBeforeUpload(file)
    if (refused) return setWork({ ...idle, refused })
    setWork({ kind: 'uploading', name: file.name, sent: 0 })
    try {
      const signal = begin()
      const digest = await hexDigest(new Uint8Array(await file.arrayBuffer()))
      await unlessSame(file.name, digest, signal, () => void upload(file, digest))
    } catch (error) {
      failed(error)
    }
  }
  return {
    work,
    bring: (file: File) => void bring(file),
    choose: (document: UserFile) => void choose(document),
    retry: (document: UserFile) => void add(document),
    cancel: abort,
    leave: () => setWork(idle),
  }
}

export type SendingAddition = ReturnType<typeof useSendingAddition>
