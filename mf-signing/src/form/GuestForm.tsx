import { type ReactNode, useEffect } from 'react'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import type { PageFrame } from '../geometry/geometry.ts'
import type { FormAnswers } from '../signing/sign-document.ts'
import { useLatest } from '../ui/use-latest.ts'
import type { ViewerModel } from '../viewer/use-viewer.ts'
import { FormBar } from './FormBar.tsx'
import { FormOverlay } from './FormOverlay.tsx'
import { initialsOf } from './form-state.ts'
import type { FormSource } from './form-store.ts'
import { formTexts } from './texts.ts'
import { useForm } from './use-form.ts'

/** What the page needs of a loaded form. */
export interface GuestFormModel {
  /** Leads to what is missing. */
  readonly blocks: () => boolean
  readonly answers: () => FormAnswers
  readonly overlay: (frame: PageFrame, active: boolean) => ReactNode
}

export interface GuestFormProps extends FormSource {
  readonly name: string
  readonly viewer: ViewerModel
  readonly active: boolean
  readonly onForm: (model: GuestFormModel | undefined) => void
}

export default function GuestForm({ name, viewer, active, onForm, ...source }: GuestFormProps) {
  const { form, retry } = useForm(source)
  const report = useLatest(onForm)
  const initials = initialsOf(name)
  const store = form.kind === 'ready' ? form.store : undefined
  useEffect(() => {
    if (!store) return
    report.current({
      blocks: store.blocks,
      answers: () => ({ fieldId: store.fieldId, values: store.values() }),
      overlay: (frame, enabled) => <FormOverlay {...{ store, frame, initials }} active={enabled} />,
    })
    return () => report.current(undefined)
  }, [store, initials])
  if (!active) return null
  if (store) return <FormBar {...{ store, viewer, initials }} />
  if (form.kind === 'loading') return <StrokeLoader text={formTexts.loading} />
  return (
    <Alert tone="error" live="polite" actions={<Button onClick={retry}>Reintentar</Button>}>
      {formTexts.failed}
    </Alert>
  )
}
