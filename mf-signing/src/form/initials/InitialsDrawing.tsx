import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import { deferComponent } from '../../viewer/deferred.ts'
import type { FormStore } from '../form-store.ts'
import { signerFormTexts } from '../texts.ts'
import { useFormState } from '../use-form-state.ts'

const pad = deferComponent(() => import(/* webpackChunkName: "signing-means" */ './InitialsPad.tsx'))

export function InitialsDrawing({ store }: { readonly store: FormStore }) {
  const { drawing } = useFormState(store)
  const Pad = pad.use(drawing !== undefined, (error) => {
    store.draw(undefined)
    notify({ type: 'error', message: failureText(error, signerFormTexts.padFailed) })
  })
  return drawing && Pad ? <Pad store={store} field={drawing} /> : null
}
