import { useCallback, useEffect, useRef, useState } from 'react'
import { pageMessages } from 'shared/contract'
import { RELOAD_DELAY_MS, viewerTexts } from './constants.ts'
import { useEngineLoader } from './engine/engine-context.ts'
import type { LoadProgress, OpenTask, PdfDocument, PdfEngine } from './engine/pdf-engine.ts'
import { LoadError } from './engine/pdf-engine.ts'

/** Where a document is read from, and with whose word. Keep the object the same from render to render. */
export interface DocumentSource {
  readonly url: string
  /** Bearer token of the moment, if there is one. */
  readonly token: () => string | undefined
  /** A fresh token after the server refused the old one; undefined where there is none to be had. */
  readonly renewToken?: () => Promise<string | undefined>
}

export type DocumentState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading'; readonly progress: LoadProgress | undefined }
  | { readonly kind: 'loaded'; readonly document: PdfDocument }
  /** `status`: of the HTTP answer, where there was one. */
  | { readonly kind: 'failed'; readonly message: string; readonly status: number | undefined }
  /** Put away after an error. */
  | { readonly kind: 'closed' }

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What a person reads when a document does not open. */
export const loadMessage = (error: unknown): string => {
  if (!(error instanceof LoadError) || error.status === undefined) return viewerTexts.notLoaded
  return error.status === 401 ? pageMessages.SESSION_EXPIRED : viewerTexts.downloadFailed(error.status)
}

const failure = (error: unknown): DocumentState => ({
  kind: 'failed',
  message: loadMessage(error),
  status: error instanceof LoadError ? error.status : undefined,
})

/** One attempt to open a document, which can be given up at any time. */
class Opening {
  private task: OpenTask | undefined
  private gone = false

  async run(
    loadEngine: () => Promise<PdfEngine>,
    source: DocumentSource,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<PdfDocument | undefined> {
    const engine = await loadEngine()
    const open = (token: string | undefined) => {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` }
      this.task = engine.open({ url: source.url, headers }, (progress) => this.gone || onProgress(progress))
      return this.task.document
    }
    if (this.gone) return undefined
    try {
      return await open(source.token())
    } catch (error) {
      const renewed =
        error instanceof LoadError && error.status === 401 && !this.gone ? await source.renewToken?.() : undefined
      if (renewed === undefined || this.gone) throw error
      await this.task?.close()
      return await open(renewed)
    }
  }

  /** Whatever comes from now on comes to nobody. */
  async giveUp(): Promise<void> {
    this.gone = true
    await this.task?.close().catch(() => undefined)
  }

  get isGone(): boolean {
    return this.gone
  }
}

export interface DocumentModel {
  readonly state: DocumentState
  /** Reads the document anew, as after a signature. */
  readonly reload: () => void
  /** Puts away a document that did not open. */
  readonly dismiss: () => void
}

/** Opens a document, and closes it again when another one takes its place. */
export const useDocument = (source: DocumentSource | undefined): DocumentModel => {
  const loadEngine = useEngineLoader()
  const [state, setState] = useState<DocumentState>({ kind: 'empty' })
  const [revision, setRevision] = useState(0)
  const closing = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    if (!source) return setState({ kind: 'empty' })
    const opening = new Opening()
    setState({ kind: 'loading', progress: undefined })
    const run = async () => {
      await closing.current
      if (revision > 0) await pause(RELOAD_DELAY_MS)
      return opening.run(loadEngine, source, (progress) =>
        // Ranges go on arriving while the document is looked at.
        setState((old) => (old.kind === 'loading' ? { kind: 'loading', progress } : old)),
      )
    }
    run().then(
      (document) => document && !opening.isGone && setState({ kind: 'loaded', document }),
      (error: unknown) => opening.isGone || setState(failure(error)),
    )
    return () => {
      closing.current = opening.giveUp()
    }
  }, [source, revision, loadEngine])

  const reload = useCallback(() => setRevision((count) => count + 1), [])
  const dismiss = useCallback(() => setState((old) => (old.kind === 'failed' ? { kind: 'closed' } : old)), [])
  return { state, reload, dismiss }
}
