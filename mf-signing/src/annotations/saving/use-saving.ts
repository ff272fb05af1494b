import { appendedTo } from 'pdf/annotate'
import { useReducer, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { failureText, HttpError, messageOf, newRequestKey, saveBlob } from 'shared/http'
import { annotationsApi, type RevisionBytes } from 'shared/http/deferred'
import { notify } from 'shared/state'
import type { AnnotatedBytes, AnnotationComponent } from '../adapter/annotation-component.ts'
import { type AnnotationSavingState, idleSaving, savingReducer } from './saving.ts'
import { copyName, savingTexts } from './texts.ts'

export interface AnnotationSavingOptions {
  readonly file: UserFile
  readonly base: RevisionBytes | undefined
  readonly component: AnnotationComponent | undefined
  /** `revision` is the newest and includes the annotations. */
  readonly onSaved: (revision: RevisionBytes, file: UserFile) => void
}

export interface SavingModel {
  readonly saving: AnnotationSavingState
  readonly save: () => Promise<boolean>
  readonly dismiss: () => void
  readonly download: () => Promise<void>
}

/** Its response may be lost. */
interface Attempt {
  readonly written: AnnotatedBytes
  readonly key: string
  readonly base: RevisionBytes
}

const isOutdated = (error: unknown): boolean => error instanceof HttpError && error.code === 'ANNOTATIONS_OUTDATED'

/** On failure, annotations stay in the editor. */
export const useAnnotationSaving = ({ file, base, component, onSaved }: AnnotationSavingOptions): SavingModel => {
  const [saving, dispatch] = useReducer(savingReducer, idleSaving)
  const last = useRef<Attempt>(undefined)

  /** Repeats an unchanged attempt: the server may have stored it. */
  const attempt = async (annotations: AnnotationComponent, on: RevisionBytes): Promise<Attempt> => {
    const { current } = last
    if (current?.base === on && current.written.isCurrent()) return current
    return { written: await annotations.save(), key: newRequestKey(), base: on }
  }

  const send = async ({ written, key, base: on }: Attempt): Promise<void> => {
    const tail = appendedTo(on.bytes, written.bytes)
    if (tail.length === 0) return written.confirm()
    const stored = await annotationsApi.save(
      { fileId: file.id, base: on.sha256, tail, key },
      { onSent: (sent, total) => dispatch({ type: 'sent', sent, total }), signal: new AbortController().signal },
    )
    written.confirm()
    onSaved({ bytes: written.bytes.slice(), sha256: stored.sha256 }, stored)
  }

  const save = async (): Promise<boolean> => {
    if (!component || !base) return false
    dispatch({ type: 'started' })
    try {
      last.current = await attempt(component, base)
      await send(last.current)
    } catch (error) {
      if (isOutdated(error)) dispatch({ type: 'outdated' })
      else dispatch({ type: 'failed', message: messageOf(error) })
      return false
    }
    last.current = undefined
    dispatch({ type: 'saved' })
    notify({ type: 'success', message: savingTexts.saved })
    return true
  }

  const download = async (): Promise<void> => {
    try {
      const { bytes } = (await component?.save()) ?? {}
      if (bytes) saveBlob(new Blob([bytes.slice()], { type: 'application/pdf' }), copyName(file.original_filename))
    } catch (error) {
      notify({ type: 'error', message: failureText(error, savingTexts.downloadFailed) })
    }
  }

  return { saving, save, dismiss: () => dispatch({ type: 'dismissed' }), download }
}
