import { useState } from 'react'
import { notify } from 'shared/state'
import type { GuestFormModel } from '../../form/GuestForm.tsx'
import type { PageFrame } from '../../geometry/geometry.ts'
import { deferred } from '../../viewer/deferred.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import { withGuestAccess } from '../session/guest-access.ts'
import type { GuestAction, GuestSessionState } from '../session/guest-flow.ts'
import { isBeforeTurn } from '../session/guest-session.ts'

const guestForm = deferred(() => import(/* webpackChunkName: "guest-form" */ '../../form/GuestForm.tsx'))

interface GuestFormOptions {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly painted: boolean
  readonly onRenewed: (accessToken: string) => void
  readonly act: (action: GuestAction) => void
}

const formFieldOf = ({ guest }: GuestSessionState) =>
  [guest.field, ...guest.others].find((one) => one?.hasForm && one.status === 'saved')

/** An incomplete form blocks the signing. */
export const useGuestForm = ({ state, viewer, painted, onRenewed, act }: GuestFormOptions) => {
  const { guest, step } = state
  const { entry: invitation } = guest
  const [model, setModel] = useState<GuestFormModel>()
  const field = isBeforeTurn(guest) ? undefined : formFieldOf(state)
  const wanted = field !== undefined && invitation.kind === 'invitation'
  const Form = guestForm.use(wanted && painted, () => notify({ type: 'error', message: guestTexts.notPrepared }))
  const active = step === 'reading'
  return {
    model,
    overlay: (frame: PageFrame) => model?.overlay(frame, active),
    dispatch: (action: GuestAction) => {
      const begins = action.type === 'sign-requested' || action.type === 'field-opened'
      if (!begins || !wanted || (model && !model.blocks())) act(action)
    },
    bar: Form && wanted && (
      <Form
        {...{ viewer, active }}
        fieldId={Number(field.id)}
        name={field.signerName}
        onForm={setModel}
        withBearer={(call) => withGuestAccess({ invitation, onRenewed }, call)}
      />
    ),
  }
}
