import { type ReactNode, useEffect } from 'react'
import { notify } from 'shared/state'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import { FormBar } from '../../form/FormBar.tsx'
import { FormOverlay } from '../../form/FormOverlay.tsx'
import { initialsOf } from '../../form/form-state.ts'
import type { FormStore } from '../../form/form-store.ts'
import { formTexts } from '../../form/texts.ts'
import { useForm } from '../../form/use-form.ts'
import type { PageFrame } from '../../geometry/geometry.ts'
import type { FormAnswers } from '../../signing/sign-document.ts'
import { useLatest } from '../../ui/use-latest.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { withGuestAccess } from '../session/guest-access.ts'
import type { GuestAction, GuestSessionState } from '../session/guest-flow.ts'
import { type Invitation, isBeforeTurn } from '../session/guest-session.ts'

export interface GuestFormModel {
  readonly begin: (action: GuestAction) => void
  readonly answers: () => FormAnswers | undefined
  readonly save?: () => Promise<void>
  readonly overlay: (frame: PageFrame) => ReactNode
}

export interface GuestFormProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly act: (action: GuestAction) => void
  readonly onForm: (model: GuestFormModel | undefined) => void
}

export default function GuestForm(props: GuestFormProps) {
  const { state } = props
  const { guest } = state
  const { entry } = guest
  if (isBeforeTurn(guest)) return null
  const field = [guest.field, ...guest.others].find((one) => one?.hasForm)
  if (entry.kind === 'invitation' && field && field.status !== 'temporary')
    return <InvitedForm {...props} invitation={entry} fieldId={field.id} name={field.signerName} />
  return <LinkForm {...props} />
}

function LinkForm({ onForm }: GuestFormProps) {
  const report = useLatest(onForm)
  useEffect(() => {
    report.current({
      begin: () => notify({ type: 'warning', message: formTexts.needsInvitation }),
      answers: () => undefined,
      overlay: () => null,
    })
    return () => report.current(undefined)
  }, [])
  return <Alert tone="info">{formTexts.needsInvitation}</Alert>
}

interface InvitedFormProps extends GuestFormProps {
  readonly invitation: Invitation
  readonly fieldId: number
  readonly name: string
}

const isShown = ({ step }: GuestSessionState): boolean => step === 'reading' || step === 'signing' || step === 'dialog'

const useModel = ({ state, act, onForm }: InvitedFormProps, store: FormStore | undefined, initials: string): void => {
  const latest = useLatest({ act, onForm })
  const shown = isShown(state)
  const active = state.step === 'reading'
  useEffect(() => {
    if (!store) return
    latest.current.onForm({
      begin: (action) => {
        if (!store.blocks()) latest.current.act(action)
      },
      answers: () => ({ fieldId: store.fieldId, values: store.values() }),
      save: store.flush,
      // The signed document shows the values itself.
      overlay: (frame) => shown && <FormOverlay {...{ store, frame, initials, active }} />,
    })
  }, [store, initials, shown, active])
}

function InvitedForm(props: InvitedFormProps) {
  const { state, viewer, act, invitation, fieldId, name } = props
  const onRenewed = (accessToken: string) => act({ type: 'renewed', accessToken })
  const { form, retry } = useForm({
    fieldId,
    withBearer: (call) => withGuestAccess({ invitation, onRenewed }, call),
  })
  const initials = initialsOf(name)
  const store = form.kind === 'ready' ? form.store : undefined
  useModel(props, store, initials)
  if (state.step !== 'reading') return null
  if (store) return <FormBar {...{ store, viewer, initials }} />
  if (form.kind === 'loading') return <StrokeLoader text={formTexts.loading} />
  return (
    <Alert tone="error" live="polite" actions={<Button onClick={retry}>Reintentar</Button>}>
      {formTexts.failed}
    </Alert>
  )
}
