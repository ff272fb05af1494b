import PenLine from 'lucide-react/icons/pen-line'
import { Button } from 'shared/ui'
import { FieldTab } from '../fields/FieldTab.tsx'
import type { PageFrame } from '../fields/geometry.ts'
import { useFieldInView } from '../fields/use-field-in-view.ts'
import { SignatureDialog } from '../signature-dialog/SignatureDialog.tsx'
import { useViewer } from '../viewer/use-viewer.ts'
import { Viewer } from '../viewer/Viewer.tsx'
import { guestTexts } from './constants.ts'
import { GuestLayout } from './GuestLayout.tsx'
import type { GuestAction, GuestState, Invitation } from './guest-flow.ts'
import { Instructions } from './Instructions.tsx'
import { signAsGuest } from './sign-as-guest.ts'
import { Thanks } from './Thanks.tsx'
import { useGuestSource } from './use-guest-source.ts'

type InvitedState = Extract<GuestState, { invitation: Invitation }>

export interface GuestDocumentProps {
  readonly state: InvitedState
  readonly token: string | undefined
  readonly dispatch: (action: GuestAction) => void
}

const currentStep: Readonly<Record<InvitedState['step'], number>> = { review: 0, signing: 1, signed: 2, thanks: 3 }

/** The invited guest's screen: review, sign, done. */
export function GuestDocument({ state, token, dispatch }: GuestDocumentProps) {
  const { invitation, step } = state
  const { field, fileName, documentId, ownerName } = invitation
  const onRenewed = (accessToken: string) => dispatch({ type: 'renewed', accessToken })
  const source = useGuestSource(invitation, token, onRenewed)
  const viewer = useViewer(source, { initialPage: field.page })
  useFieldInView(viewer, field)
  const requestSign = () => dispatch({ type: 'sign-requested' })

  const overlay = (frame: PageFrame) =>
    frame.number === field.page && (
      <FieldTab
        field={field}
        frame={frame}
        highlighted={step === 'review'}
        {...(step === 'review' ? { callToAction: 'Firma aquí', onSelect: requestSign, onOpen: requestSign } : {})}
      />
    )

  return (
    <GuestLayout
      documentId={documentId}
      documentName={fileName}
      ownerName={ownerName}
      aside={
        step === 'thanks' ? (
          <Thanks invitation={invitation} result={state.result} />
        ) : (
          <Instructions current={currentStep[step]} />
        )
      }
      action={
        step !== 'thanks' && (
          <>
            {viewer.pageCount > 0 && viewer.pageNumber !== field.page && (
              <Button onClick={() => viewer.goTo(field.page)}>Ir a mi campo (página {field.page})</Button>
            )}
            <Button
              variant="primary"
              icon={<PenLine />}
              onClick={requestSign}
              disabled={viewer.document.kind !== 'loaded'}
            >
              {guestTexts.sign}
            </Button>
          </>
        )
      }
    >
      <Viewer viewer={viewer} fileName={fileName} mode="signing" overlay={overlay} />
      <SignatureDialog
        open={step === 'signing' || step === 'signed'}
        signerName={field.signerName}
        documentName={fileName}
        sign={(signatureData, idempotencyKey) =>
          signAsGuest({ invitation, token: token ?? '', signatureData, idempotencyKey, onRenewed })
        }
        onSigned={(result) => {
          dispatch({ type: 'signed', result })
          viewer.reload()
        }}
        onClose={() => dispatch({ type: step === 'signed' ? 'finished' : 'sign-cancelled' })}
      />
    </GuestLayout>
  )
}
