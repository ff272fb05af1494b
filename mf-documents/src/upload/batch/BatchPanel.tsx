import { type ReactNode, useEffect, useRef } from 'react'
import { FilePasswordForm } from 'shared/file-password'
import { Button, Progress, type Tone, ToneIcon } from 'shared/ui'
import styles from './BatchPanel.module.css'
import { type BatchItem, type BatchState, currentItem, storedDocuments } from './batch-state.ts'
import { batchTexts } from './texts.ts'
import type { BatchModel } from './use-batch.ts'

export interface BatchPanelProps {
  readonly model: BatchModel
  /** Only while files are left that were not uploaded. */
  readonly onClose: () => void
}

const titleOf = (batch: BatchState): string => {
  const { items, phase } = batch
  const refused = items.filter(({ state }) => state.kind === 'refused').length
  const current = currentItem(batch)
  switch (phase) {
    case 'running':
      if (current?.state.kind === 'locked') return batchTexts.lockedAsked
      return current ? batchTexts.uploading(items.indexOf(current) + 1, items.length) : batchTexts.asked
    case 'stopped':
      return batchTexts.stopped(storedDocuments(batch).length, items.length)
    case 'asking':
      return batchTexts.asked
    case 'done':
      return refused > 0 ? batchTexts.done(refused) : batchTexts.asked
  }
}

/** The files in the order of the choice, what became of each, and what can be done now. */
export function BatchPanel({ model, onClose }: BatchPanelProps) {
  const { batch } = model
  const region = useRef<HTMLElement>(null)
  const current = currentItem(batch)

  useEffect(() => {
    // The button that brought the files, or the pressed one, is gone.
    if (document.activeElement === document.body) region.current?.focus()
  })

  return (
    <section ref={region} tabIndex={-1} className={styles.batch} aria-label={batchTexts.title}>
      <p role="status" className={styles.title}>
        {titleOf(batch)}
      </p>
      {current?.state.kind === 'uploading' && <Progress label={current.file.name} value={current.state.percent} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.files}>
        {batch.items.map((item) => (
          <BatchRow key={item.key} item={item} />
        ))}
      </ul>
      {current?.state.kind === 'locked' && (
        <FilePasswordForm
          key={current.key}
          name={current.file.name}
          refusal={current.state.refusal}
          onOpen={model.open}
          onCancel={() => model.open(undefined)}
        />
      )}
      <Actions model={model} onClose={onClose} />
    </section>
  )
}

const lookOf = ({ state }: Pick<BatchItem, 'state'>): { readonly tone: Tone; readonly text: string } => {
  switch (state.kind) {
    case 'waiting':
      return { tone: 'neutral', text: batchTexts.waiting }
    case 'uploading':
      return { tone: 'info', text: state.checking ? batchTexts.checking : batchTexts.sending }
    case 'locked':
      return { tone: 'warning', text: batchTexts.locked }
    case 'stored':
      return { tone: 'success', text: batchTexts.stored }
    case 'refused':
      return { tone: 'error', text: state.reason }
  }
}

function BatchRow({ item: { file, repeats, state } }: { readonly item: BatchItem }) {
  const { tone, text } = lookOf({ state })
  const advice = state.kind === 'refused' ? state.advice : undefined
  return (
    <li className={styles.file}>
      <p className={styles.name}>{file.name}</p>
      <p className={styles.state} data-tone={tone}>
        {tone !== 'neutral' && <ToneIcon tone={tone} />}
        <span>{text}</span>
      </p>
      {advice && <p className={styles.note}>{advice}</p>}
      {repeats && <p className={styles.note}>{batchTexts.repeats}</p>}
    </li>
  )
}

function Actions({ model, onClose }: BatchPanelProps) {
  const { batch, stop, proceed, finish, retry } = model
  const actions = (children: ReactNode) => <div className={styles.actions}>{children}</div>
  switch (batch.phase) {
    case 'running':
      return actions(<Button onClick={stop}>{batchTexts.stop}</Button>)
    case 'stopped':
      return actions(
        <>
          <Button variant="primary" onClick={proceed}>
            {batchTexts.proceed}
          </Button>
          <Button onClick={finish}>{batchTexts.finish}</Button>
        </>,
      )
    case 'asking':
      return null
    case 'done':
      return actions(
        <>
          {batch.items.some(({ state }) => state.kind === 'refused' && state.retryable) && (
            <Button variant="primary" onClick={retry}>
              {batchTexts.retry}
            </Button>
          )}
          <Button onClick={onClose}>{batchTexts.close}</Button>
        </>,
      )
  }
}
