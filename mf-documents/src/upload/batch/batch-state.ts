import type { FileError, UserFile } from 'shared/contract'
import { PROGRESS_START } from '../sending/upload-progress.ts'

export interface BatchRefusal {
  readonly reason: string
  /** The next step, unless it is clear. */
  readonly advice?: string | undefined
  /** The same file may be stored next time. */
  readonly retryable: boolean
}

type BatchItemState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'uploading'; readonly percent: number; readonly checking: boolean }
  /** A password could open it: the others wait for the answer. */
  | { readonly kind: 'locked'; readonly refusal: FileError }
  | { readonly kind: 'stored'; readonly document: UserFile }
  | ({ readonly kind: 'refused' } & BatchRefusal)

export interface BatchItem {
  /** Idempotency key of its upload: the server stores it once. */
  readonly key: string
  readonly file: File
  /** The same file came before: it is uploaded again. */
  readonly repeats: boolean
  readonly state: BatchItemState
}

/** `asking`: whether the stored documents are one sending. */
type BatchPhase = 'running' | 'stopped' | 'asking' | 'done'

export interface BatchState {
  readonly items: readonly BatchItem[]
  readonly phase: BatchPhase
}

interface BroughtFile {
  readonly key: string
  readonly file: File
  /** Why it cannot be uploaded at all. */
  readonly problem: BatchRefusal | undefined
}

export type BatchEvent =
  | { readonly kind: 'brought'; readonly files: readonly BroughtFile[] }
  | { readonly kind: 'started'; readonly key: string }
  | { readonly kind: 'progressed'; readonly key: string; readonly percent: number; readonly checking: boolean }
  | { readonly kind: 'locked'; readonly key: string; readonly refusal: FileError }
  | { readonly kind: 'stored'; readonly key: string; readonly document: UserFile }
  | ({ readonly kind: 'refused'; readonly key: string } & BatchRefusal)
  | { readonly kind: 'stopped' | 'continued' | 'retried' }
  /** What still waits is not uploaded. */
  | { readonly kind: 'finished'; readonly reason: string }
  /** The stored documents have left the batch. */
  | { readonly kind: 'answered' }

export const emptyBatch: BatchState = { items: [], phase: 'running' }

const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

const waiting: BatchItemState = { kind: 'waiting' }

const withBrought = (items: readonly BatchItem[], brought: readonly BroughtFile[]): readonly BatchItem[] => {
  const files = [...items, ...brought].map(({ file }) => file)
  const added = brought.map(
    ({ key, file, problem }, index): BatchItem => ({
      key,
      file,
      repeats: files.slice(0, items.length + index).some((other) => isSameFile(other, file)),
      state: problem === undefined ? waiting : { kind: 'refused', ...problem },
    }),
  )
  return [...items, ...added]
}

const nextState = (item: BatchItem, event: BatchEvent): BatchItemState => {
  switch (event.kind) {
    case 'started':
      return { kind: 'uploading', percent: PROGRESS_START, checking: false }
    case 'progressed':
      return { kind: 'uploading', percent: event.percent, checking: event.checking }
    case 'locked':
      return { kind: 'locked', refusal: event.refusal }
    case 'stored':
      return { kind: 'stored', document: event.document }
    case 'refused':
      return { kind: 'refused', reason: event.reason, advice: event.advice, retryable: event.retryable }
    default:
      return item.state
  }
}

/** A late report of an upload that was stopped changes nothing. */
const isOpenItem = ({ state }: BatchItem): boolean => ['waiting', 'uploading', 'locked'].includes(state.kind)

const mapItems = (state: BatchState, change: (item: BatchItem) => BatchItemState): BatchState => ({
  ...state,
  items: state.items.map((item) => ({ ...item, state: change(item) })),
})

export const storedDocuments = ({ items }: BatchState): readonly UserFile[] =>
  items.flatMap(({ state }) => (state.kind === 'stored' ? [state.document] : []))

/** One document is no sending. */
const withEnd = (state: BatchState): BatchState => {
  if (state.phase !== 'running' || state.items.length === 0 || state.items.some(isOpenItem)) return state
  return { ...state, phase: storedDocuments(state).length > 1 ? 'asking' : 'done' }
}

const changeBatch = (state: BatchState, event: BatchEvent): BatchState => {
  switch (event.kind) {
    case 'brought':
      return { items: withBrought(state.items, event.files), phase: 'running' }
    case 'stopped':
      return { ...mapItems(state, (item) => (isOpenItem(item) ? waiting : item.state)), phase: 'stopped' }
    case 'continued':
      return { ...state, phase: 'running' }
    case 'retried':
      return {
        ...mapItems(state, ({ state: old }) => (old.kind === 'refused' && old.retryable ? waiting : old)),
        phase: 'running',
      }
    case 'finished':
      return {
        ...mapItems(state, ({ state: old }) =>
          old.kind === 'waiting' ? { kind: 'refused', reason: event.reason, retryable: true } : old,
        ),
        phase: 'running',
      }
    case 'answered':
      return { items: state.items.filter((item) => item.state.kind === 'refused'), phase: 'done' }
    default:
      if (state.phase !== 'running') return state
      return mapItems(state, (item) =>
        item.key === event.key && isOpenItem(item) ? nextState(item, event) : item.state,
      )
  }
}

export const batchReducer = (state: BatchState, event: BatchEvent): BatchState => withEnd(changeBatch(state, event))

/** Files are uploaded one after the other, in the order of the choice. */
export const currentItem = ({ items, phase }: BatchState): BatchItem | undefined =>
  phase === 'running' ? items.find(isOpenItem) : undefined
