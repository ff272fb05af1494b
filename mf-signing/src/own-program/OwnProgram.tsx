import { Dialog } from 'shared/controls'
import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import { OWN_PROGRAM_LABEL } from '../signing/constants.ts'
import { deferred } from '../viewer/deferred.ts'
import { ownProgramTexts } from './constants.ts'
import type { OwnProgramProps } from './use-own-program.ts'

const dialog = deferred(() => import(/* webpackChunkName: "signing-means" */ './OwnProgramDialog.tsx'))

export function OwnProgram(props: OwnProgramProps) {
  const OwnProgramDialog = dialog.use(true, () => {
    notify({ type: 'error', message: ownProgramTexts.failed })
    props.onClose()
  })
  if (OwnProgramDialog) return <OwnProgramDialog {...props} />
  return (
    <Dialog open onClose={props.onClose} size="sm" title={OWN_PROGRAM_LABEL}>
      <StrokeLoader text={ownProgramTexts.loading} />
    </Dialog>
  )
}
