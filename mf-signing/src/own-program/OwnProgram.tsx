import type { ComponentType } from 'react'
import { Dialog } from 'shared/controls'
import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import { OWN_PROGRAM_LABEL } from '../signing/constants.ts'
import { type Deferred, deferred } from '../viewer/deferred.ts'
import { ownProgramTexts } from './constants.ts'
import type { OwnProgramProps } from './use-own-program.ts'

export const deferredOwnProgram = <Props extends { readonly onClose: () => void }>(
  load: Parameters<typeof deferred<Props>>[0],
): ComponentType<Props> => {
  const chunk: Deferred<Props> = deferred(load)
  return (props) => {
    const Loaded = chunk.use(true, (error) => {
      notify({ type: 'error', message: failureText(error, ownProgramTexts.failed) })
      props.onClose()
    })
    if (Loaded) return <Loaded {...props} />
    return (
      <Dialog open onClose={props.onClose} size="sm" title={OWN_PROGRAM_LABEL}>
        <StrokeLoader text={ownProgramTexts.loading} />
      </Dialog>
    )
  }
}

export const OwnProgram = deferredOwnProgram<OwnProgramProps>(
  () => import(/* webpackChunkName: "signing-means" */ './OwnProgramDialog.tsx'),
)
