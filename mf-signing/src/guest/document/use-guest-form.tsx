import { type ReactNode, useState } from 'react'
import { deferComponent } from '../../viewer/deferred.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import type { GuestFormModel } from '../filling/GuestForm.tsx'
import type { GuestFlowAction, GuestSessionState } from '../session/guest-flow.ts'

const guestForm = deferComponent(() => import(/* webpackChunkName: "signing-means" */ '../filling/GuestForm.tsx'))

const ignore = () => undefined

export const useGuestForm = (
  state: GuestSessionState,
  viewer: ViewerModel,
  painted: boolean,
  act: (action: GuestFlowAction) => void,
  next?: ReactNode,
) => {
  const [model, onForm] = useState<GuestFormModel>()
  const [load, setLoad] = useState({ attempt: 1, failed: false })
  const { field, others } = state.guest
  const wanted = [field, ...others].some((one) => one?.hasForm)
  const Form = guestForm.use(wanted && painted && load.attempt, () => setLoad({ ...load, failed: true }))
  return {
    model,
    begin: wanted ? (model?.begin ?? ignore) : act,
    ready: !wanted || model !== undefined,
    failed: load.failed && !model,
    retry: () => setLoad({ attempt: load.attempt + 1, failed: false }),
    bar: Form && <Form {...{ state, viewer, act, onForm, next }} />,
  }
}
