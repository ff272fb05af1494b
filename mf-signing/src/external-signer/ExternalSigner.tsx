import type { ComponentType } from 'react'
import { Dialog } from 'shared/controls'
import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import { EXTERNAL_SIGNER_LABEL } from '../signing/constants.ts'
import { type DeferredComponent, deferComponent } from '../viewer/deferred.ts'
import { externalSignerTexts } from './constants.ts'
import type { ExternalSignerProps } from './use-external-signer.ts'

export const deferredExternalSigner = <Props extends { readonly onClose: () => void }>(
  load: Parameters<typeof deferComponent<Props>>[0],
): ComponentType<Props> => {
  const chunk: DeferredComponent<Props> = deferComponent(load)
  return (props) => {
    const Loaded = chunk.use(true, (error) => {
      notify({ type: 'error', message: failureText(error, externalSignerTexts.failed) })
      props.onClose()
    })
    if (Loaded) return <Loaded {...props} />
    return (
      <Dialog open onClose={props.onClose} size="sm" title={EXTERNAL_SIGNER_LABEL}>
        <StrokeLoader text={externalSignerTexts.loading} />
      </Dialog>
    )
  }
}

export const ExternalSigner = deferredExternalSigner<ExternalSignerProps>(
  () => import(/* webpackChunkName: "signing-means" */ './ExternalSignerDialog.tsx'),
)
