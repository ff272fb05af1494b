import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import type { SigningAgent } from '../../agent/signing-agent.ts'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import type { SavedOffer } from '../../signature-dialog/saved-offer.ts'
import type { FormAnswers } from '../../signing/sign-document.ts'
import { ownerWords } from '../../signing-flow/constants.ts'
import { SigningSteps } from '../../signing-flow/SigningSteps.tsx'
import { signOwnFields } from './sign-own-fields.ts'
import { useAccountName } from './use-account-name.ts'

export interface OwnerSigningProps {
  readonly agent: SigningAgent
  readonly fields: readonly SavedField[]
  readonly saved?: SavedOffer | undefined
  readonly documentName: string
  readonly shown: () => Promise<string | undefined>
  readonly form?: FormAnswers | undefined
  readonly onReload: () => void
  readonly onExternalSigner?: (() => void) | undefined
  readonly onReview: (field: SavedField) => void
  readonly onSigned: (fieldId: number, signedAt: string) => void
  readonly onLeft: () => void
}

export function OwnerSigning(props: OwnerSigningProps) {
  const { agent, fields, saved, documentName, shown, onReload, onReview, onSigned, onLeft } = props
  const knownName = useAccountName()
  return (
    <SigningSteps
      agent={agent}
      fields={fields}
      words={ownerWords}
      knownName={knownName}
      saved={saved}
      onShow={onReview}
      onReload={onReload}
      onExternalSigner={props.onExternalSigner}
      sign={async ({ onField, ...attempt }) =>
        signOwnFields({
          ...attempt,
          documentName,
          shown: await shown(),
          form: props.form,
          together: agent.kind === 'simulated',
          onSigned: (fieldId, signedAt) => {
            onField()
            onSigned(fieldId, signedAt)
          },
        })
      }
      end={(leave) => <SignedContract documentName={documentName} onClose={leave} />}
      onLeft={onLeft}
    />
  )
}

interface SignedContractProps {
  readonly documentName: string
  readonly onClose: () => void
}

function SignedContract({ documentName, onClose }: SignedContractProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      tone="success"
      title="¡Contrato Firmado!"
      description={`Tu firma está en «${documentName}», con su certificado y su sello de tiempo.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Cerrar
        </Button>
      }
    />
  )
}
