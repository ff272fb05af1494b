import { type ReactNode, useEffect, useMemo } from 'react'
import { notify, useLatest } from 'shared/state'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import { FormBar } from '../../form/FormBar.tsx'
import { FormOverlay } from '../../form/FormOverlay.tsx'
import type { FormSource } from '../../form/form-store.ts'
import { initialsOf } from '../../form/initials/initials.ts'
import { forgetKept } from '../../form/kept-values.ts'
import { type ShownForm, shownFormOf } from '../../form/shown-form.ts'
import { signerFormTexts } from '../../form/texts.ts'
import { useForm } from '../../form/use-form.ts'
import type { PageFrame } from '../../geometry/geometry.ts'
import type { FormAnswers } from '../../signing/sign-document.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { withGuestAccess } from '../session/guest-access.ts'
import type { GuestFlowAction, GuestSessionState } from '../session/guest-flow.ts'
import { type InvitationEntry, isBeforeTurn, isReadOnly } from '../session/guest-session.ts'

export interface GuestFormModel {
  readonly begin: (action: GuestFlowAction) => void
  readonly answers: () => FormAnswers | undefined
  readonly save?: () => Promise<void>
  readonly overlay: (frame: PageFrame) => ReactNode
  /** For the common act of a sending. */
  readonly shown?: ShownForm
}

export interface GuestFormProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly act: (action: GuestFlowAction) => void
  readonly onForm: (model: GuestFormModel | undefined) => void
  /** Link to the next document, when no field is left in this one. */
  readonly next?: ReactNode
}

export default function GuestForm(props: GuestFormProps) {
  const { guest } = props.state
  const { entry } = guest
  if (isBeforeTurn(guest) || isReadOnly(guest)) return null
  const fields = [guest.field, ...guest.others].flatMap((one) =>
    one?.hasForm && one.status !== 'temporary' ? [one] : [],
  )
  const [first] = fields
  if (!first) return null
  if (entry.kind !== 'invitation') return <LinkForm {...props} fieldId={first.id} />
  return <InvitedForm {...props} invitation={entry} fieldIds={fields.map(({ id }) => id)} name={first.signerName} />
}

interface LinkFormProps extends GuestFormProps {
  readonly fieldId: number
}

const isEnd = ({ step }: GuestSessionState): boolean => step === 'thanks' || step === 'leaving' || step === 'done'

function LinkForm({ fieldId, ...props }: LinkFormProps) {
  const ended = isEnd(props.state)
  useEffect(() => {
    if (ended) forgetKept(fieldId)
  }, [ended, fieldId])
  return (
    <FieldForm
      {...props}
      source={{ fieldIds: [fieldId], withBearer: (call) => call('none'), draft: 'in-browser' }}
      initials=""
    />
  )
}

interface InvitedFormProps extends GuestFormProps {
  readonly fieldIds: readonly number[]
  readonly invitation: InvitationEntry
  readonly name: string
}

function InvitedForm({ invitation, fieldIds, name, ...props }: InvitedFormProps) {
  const onRenewed = (accessToken: string) => props.act({ type: 'renewed', accessToken })
  const source: FormSource = { fieldIds, withBearer: (call) => withGuestAccess({ invitation, onRenewed }, call) }
  return <FieldForm {...props} source={source} initials={initialsOf(name)} />
}

interface FieldFormProps extends GuestFormProps {
  readonly source: FormSource
  readonly initials: string
}

const isShown = ({ step }: GuestSessionState): boolean => step === 'reading' || step === 'signing' || step === 'dialog'

const uninvitedForm: GuestFormModel = {
  begin: () => notify({ type: 'warning', message: signerFormTexts.needsInvitation }),
  answers: () => undefined,
  overlay: () => null,
}

const useModel = (
  { state, act, onForm, initials }: FieldFormProps,
  { form, retry }: ReturnType<typeof useForm>,
): void => {
  const latest = useLatest({ act, onForm, retry })
  const isVisible = isShown(state)
  const active = state.step === 'reading'
  const shown = useMemo(
    () => (form.kind === 'ready' ? shownFormOf(form.store, () => latest.current.retry()) : undefined),
    [form],
  )
  useEffect(() => {
    if (form.kind === 'refused') latest.current.onForm(uninvitedForm)
    if (form.kind !== 'ready' || !shown) return
    const { store } = form
    latest.current.onForm({
      begin: (action) => {
        if (!store.blocks()) latest.current.act(action)
      },
      answers: () => ({ fieldIds: store.fieldIds, values: store.values() }),
      save: store.flush,
      // The signed document shows the values itself.
      overlay: (frame) => isVisible && <FormOverlay {...{ store, frame, initials, active }} />,
      shown,
    })
  }, [form, initials, shown, isVisible, active])
}

function FieldForm(props: FieldFormProps) {
  const { state, viewer, source, initials } = props
  const loaded = useForm(source)
  const { form, retry } = loaded
  useModel(props, loaded)
  if (state.step !== 'reading') return null
  switch (form.kind) {
    case 'ready':
      return <FormBar {...{ viewer, initials }} store={form.store} after={props.next} />
    case 'loading':
      return <StrokeLoader text={signerFormTexts.loading} />
    case 'refused':
      return <Alert tone="info">{signerFormTexts.needsInvitation}</Alert>
    case 'failed':
      return (
        <Alert tone="error" live="polite" actions={<Button onClick={retry}>Reintentar</Button>}>
          {form.message}
        </Alert>
      )
  }
}
