import { type RefObject, useCallback, useEffect, useState } from 'react'
import { failureText } from 'shared/http'
import { useLatest } from 'shared/state'
import { LoadError } from '../viewer/engine/pdf-engine.ts'
import type { AnnotationComponent, AnnotationManagers } from './adapter/annotation-component.ts'
import { openAnnotations } from './adapter/open-annotations.ts'
import { annotationTexts } from './texts.ts'

export type AnnotationSession =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly component: AnnotationComponent }
  | { readonly kind: 'failed'; readonly message: string; readonly retry: () => void }

export interface AnnotationsOptions {
  /** Positioned; React leaves it empty. */
  readonly host: RefObject<HTMLElement | null>
  /** A new object is a new document. Undefined while loading. */
  readonly bytes: Uint8Array | undefined
  readonly managers: AnnotationManagers
  readonly page: number
  readonly zoom: number
}

/** pdf.js fails for damaged files and lost connections alike. */
const openFailure = (error: unknown): string =>
  error instanceof LoadError ? annotationTexts.openFailed : failureText(error, annotationTexts.openFailed)

const opening: AnnotationSession = { kind: 'opening' }

export const useAnnotations = ({ host, bytes, ...options }: AnnotationsOptions): AnnotationSession => {
  const [opened, setOpened] = useState<{ bytes: Uint8Array | undefined; session: AnnotationSession }>()
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const latest = useLatest(options)
  useEffect(() => {
    const element = host.current
    if (!element || !bytes) return
    const abort = new AbortController()
    const { signal } = abort
    const setSession = (session: AnnotationSession) => setOpened({ bytes, session })
    setSession(opening)
    openAnnotations({ host: element, bytes, signal, ...latest.current }).then(
      (component) => signal.aborted || setSession({ kind: 'open', component }),
      (error: unknown) => signal.aborted || setSession({ kind: 'failed', message: openFailure(error), retry }),
    )
    return () => abort.abort()
  }, [host, bytes, retry, attempt])
  // The open session belongs to the previous document.
  return opened?.bytes === bytes && opened ? opened.session : opening
}
