import { useCallback, useEffect, useRef, useState } from 'react'
import { pageMessages } from 'shared/contract'
import { RELOAD_DELAY_MS, viewerTexts } from './constants.ts'
import { useEngineLoader } from './engine/engine-context.ts'
import type { LoadProgress, OpenTask, PdfEngine, ViewedDocument } from './engine/pdf-engine.ts'
import { LoadError } from './engine/pdf-engine.ts'

/** Must be stable. */
export interface DocumentSource {
  readonly url: string
  readonly token: () => string | undefined
  /** Called after a 401; undefined if the session ended. */
  readonly renewToken?: () => Promise<string | undefined>
}

export type DocumentState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading'; readonly progress: LoadProgress | undefined }
  | { readonly kind: 'loaded'; readonly document: ViewedDocument }
  | { readonly kind: 'failed'; readonly message: string; readonly status: number | undefined }
  /** Dismissed after an error. */
  | { readonly kind: 'closed' }

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const loadMessage = (error: unknown): string => {
  if (!(error instanceof LoadError) || error.status === undefined) return viewerTexts.notLoaded
  return error.status === 401 ? pageMessages.SESSION_EXPIRED : viewerTexts.downloadFailed(error.status)
}

const explain = async ({ url, token }: DocumentSource): Promise<string | undefined> => {
  try {
    const { refusalText } = await import(/* webpackChunkName: "guest-ends" */ './refusal-text.ts')
    return await refusalText(url, token())
  } catch {
    return undefined
  }
}

const failure = async (error: unknown, source: DocumentSource): Promise<DocumentState> => {
  const status = error instanceof LoadError ? error.status : undefined
  const stated = status !== undefined && status >= 500 ? await explain(source) : undefined
  return { kind: 'failed', message: stated ?? loadMessage(error), status }
}

class Opening {
  private task: OpenTask | undefined
  private gone = false

  async run(
    loadEngine: () => Promise<PdfEngine>,
    source: DocumentSource,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<ViewedDocument | undefined> {
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
  readonly reload: () => void
  readonly dismiss: () => void
  /** Why the server refuses it now; undefined if it does not. */
  readonly explain: () => Promise<string | undefined>
}

export const useDocument = (source: DocumentSource | undefined): DocumentModel => {
  const loadEngine = useEngineLoader()
  // «Empty» is an error: it must not be painted before the effect below runs.
  const [state, setState] = useState<DocumentState>(
    source ? { kind: 'loading', progress: undefined } : { kind: 'empty' },
  )
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
        setState((old) => (old.kind === 'loading' ? { kind: 'loading', progress } : old)),
      )
    }
    const ended = run().then(
      (document): DocumentState | undefined => document && { kind: 'loaded', document },
      (error: unknown) => failure(error, source),
    )
    void ended.then((next) => next && !opening.isGone && setState(next))
    return () => {
      closing.current = opening.giveUp()
    }
  }, [source, revision, loadEngine])

  const reload = useCallback(() => setRevision((count) => count + 1), [])
  const dismiss = useCallback(() => setState((old) => (old.kind === 'failed' ? { kind: 'closed' } : old)), [])
  const explainNow = useCallback(async () => source && explain(source), [source])
  return { state, reload, dismiss, explain: explainNow }
}
