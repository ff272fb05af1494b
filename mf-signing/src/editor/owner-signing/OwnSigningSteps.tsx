import { useEffect, useState } from 'react'
import { getSigningOrderCall, OWNER_SIGNER_KEY } from 'shared/contract/signing-order'
import { Dialog } from 'shared/controls'
import { failureText, request } from 'shared/http'
import { Button, StrokeLoader } from 'shared/ui'
import type { SigningAgent } from '../../agent/signing-agent.ts'
import { ExternalSigner } from '../../external-signer/ExternalSigner.tsx'
import { isSaved, type SavedField } from '../../fields/field-lifecycle.ts'
import { useFieldInView } from '../../fields/use-field-in-view.ts'
import type { OwnFormProps } from '../../form/OwnForm.tsx'
import { useSavedOffer } from '../../saved-signatures/use-saved-offer.ts'
import type { SavedOffer } from '../../signature-dialog/saved-offer.ts'
import { shownDigest } from '../../signing/shown-digest.ts'
import type { FormAnswers } from '../../signing/sign-document.ts'
import { untilGone } from '../../ui/until-gone.ts'
import { deferComponent } from '../../viewer/deferred.ts'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { OwnerSignature } from './OwnerSignature.tsx'
import { OwnerSigning } from './OwnerSigning.tsx'
import { useAccountName } from './use-account-name.ts'
import { useOwnerAgent } from './use-owner-agent.ts'

/** If the request fails, the server decides. */
const useOwnTurn = (fileId: number): 'asking' | 'now' | 'later' => {
  const [turn, setTurn] = useState<'asking' | 'now' | 'later'>('asking')
  useEffect(() => {
    return untilGone(
      request(getSigningOrderCall, { bearer: 'session', params: { id: fileId } }),
      ({ steps }) => setTurn(steps.some(({ is_owner, state }) => is_owner && state === 'later') ? 'later' : 'now'),
      () => setTurn('now'),
    )
  }, [fileId])
  return turn
}

const useOwnSaved = () => {
  const name = useAccountName()
  return useSavedOffer(async () => ({ bearer: 'session', name }))
}

export interface OwnSigningProps extends Pick<EditorModel, 'file' | 'fields' | 'forms' | 'viewer' | 'notify'> {
  readonly field?: SavedField
  readonly onSigned: () => void
  readonly onClose: () => void
}

export function OwnSigningSteps(props: OwnSigningProps) {
  const { file, notify, field, onClose } = props
  const agent = useOwnerAgent((message) => {
    onClose()
    notify('error', message)
  })
  const turn = useOwnTurn(file.id)
  const saved = useOwnSaved()
  const [own, setOwn] = useState<SavedField>()
  const { formId, filled, setFilled } = useOwnAnswers(props)
  if (turn === 'later') return <NotYourTurn onClose={onClose} />
  if (!agent || turn === 'asking')
    return (
      <Dialog open onClose={onClose} size="sm" title={editorTexts.preparing}>
        <StrokeLoader text={editorTexts.preparing} />
      </Dialog>
    )
  if (formId !== undefined && !filled)
    return <OwnFormLoader fieldId={formId} onFilled={setFilled} {...{ notify, onClose }} />
  if (own) return <WithExternalSigner {...props} field={own} form={filled} />
  const choose = () => setOwn(field ?? waitingFields(props)[0])
  const act = { ...props, saved, onExternalSigner: choose, form: filled }
  if (field && agent.kind === 'simulated') return <OwnerSignature {...act} field={field} />
  return <Flow {...act} agent={agent} />
}

const useOwnAnswers = (props: OwnSigningProps) => {
  const [filled, setFilled] = useState<FormAnswers>()
  const { field, forms } = props
  const owner = forms.all.some(({ signer }) => signer === OWNER_SIGNER_KEY)
    ? forms.signatureIdOf(OWNER_SIGNER_KEY)
    : undefined
  const signs = field ? field.id === owner : waitingFields(props).some(({ id }) => id === owner)
  return { formId: signs ? owner : undefined, filled, setFilled }
}

const ownForm = deferComponent(() => import(/* webpackChunkName: "signing-means" */ '../../form/OwnForm.tsx'))

function OwnFormLoader({ notify, ...props }: Omit<OwnFormProps, 'name'> & Pick<EditorModel, 'notify'>) {
  const name = useAccountName() ?? ''
  const OwnForm = ownForm.use(true, (error) => {
    notify('error', failureText(error, editorTexts.notPrepared))
    props.onClose()
  })
  return OwnForm ? <OwnForm {...props} name={name} /> : null
}

const waitingFields = ({ fields }: Pick<OwnSigningProps, 'fields'>): readonly SavedField[] =>
  fields.settled.filter(isSaved).filter(({ type }) => type === 'primary')

function WithExternalSigner({ file, fields, viewer, field, form, onSigned, onClose }: OwnSigningProps & OneField) {
  return (
    <ExternalSigner
      fieldId={field.id}
      documentName={file.original_filename}
      fill={form?.save}
      withBearer={(call) => call('session')}
      shown={() => shownDigest(viewer)}
      onSigned={({ field_id, signed_at }) => {
        fields.markSigned(field_id, signed_at)
        viewer.reload()
        onSigned()
      }}
      onClose={onClose}
    />
  )
}

interface OneField {
  readonly field: SavedField
  readonly form: FormAnswers | undefined
}

function NotYourTurn({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={editorTexts.notYourTurn}
      description={editorTexts.notYourTurnMeaning}
      footer={
        <Button variant="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    />
  )
}

interface FlowProps extends OwnSigningProps {
  readonly agent: SigningAgent
  readonly saved: SavedOffer | undefined
  readonly onExternalSigner: (() => void) | undefined
  readonly form: FormAnswers | undefined
}

function Flow({ agent, saved, form, file, fields, viewer, field, onExternalSigner, onSigned, onClose }: FlowProps) {
  const own = waitingFields({ fields })
  const waiting = field ? own.filter(({ id }) => id === field.id) : own
  const [lookedAt, setLookedAt] = useState(waiting[0])
  useFieldInView(viewer, lookedAt)
  return (
    <OwnerSigning
      agent={agent}
      fields={waiting}
      documentName={file.original_filename}
      form={form}
      saved={saved}
      shown={() => shownDigest(viewer)}
      onReload={viewer.reload}
      onExternalSigner={onExternalSigner}
      onReview={(reviewed) => {
        setLookedAt(reviewed)
        viewer.goTo(reviewed.page)
      }}
      onSigned={(fieldId, signedAt) => {
        fields.markSigned(fieldId, signedAt)
        if (waiting.every(({ id }) => id === fieldId)) viewer.reload()
        onSigned()
      }}
      onLeft={onClose}
    />
  )
}
