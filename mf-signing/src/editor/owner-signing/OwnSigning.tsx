import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { Button, StrokeLoader } from 'shared/ui'
import type { SigningAgent } from '../../agent/signing-agent.ts'
import { isSaved, type SavedField } from '../../fields/field-lifecycle.ts'
import { useFieldInView } from '../../fields/use-field-in-view.ts'
import type { SavedOffer } from '../../signature-dialog/saved-offer.ts'
import { shownDigest } from '../../signing/shown-digest.ts'
import { editorTexts } from '../constants.ts'
import type { Editor } from '../use-editor.ts'
import { OwnerSigning } from './OwnerSigning.tsx'
import { OwnSignature } from './OwnSignature.tsx'
import { useOwnSaved } from './use-own-saved.ts'
import { useOwnTurn } from './use-own-turn.ts'
import { useOwnerAgent } from './use-owner-agent.ts'

export interface OwnSigningProps extends Pick<Editor, 'file' | 'fields' | 'viewer' | 'notify'> {
  readonly field?: SavedField
  readonly onSigned: () => void
  readonly onClose: () => void
}

/** A card always uses the flow. */
export function OwnSigning(props: OwnSigningProps) {
  const { file, notify, field, onClose } = props
  const agent = useOwnerAgent((message) => {
    onClose()
    notify('error', message)
  })
  const turn = useOwnTurn(file.id)
  const saved = useOwnSaved()
  if (turn === 'later') return <NotYourTurn onClose={onClose} />
  if (!agent || turn === 'asking')
    return (
      <Dialog open onClose={onClose} size="sm" title={editorTexts.preparing}>
        <StrokeLoader text={editorTexts.preparing} />
      </Dialog>
    )
  if (field && agent.kind === 'simulated') return <OwnSignature {...props} saved={saved} field={field} />
  return <Flow {...props} saved={saved} agent={agent} />
}

/** Others sign first. */
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
}

function Flow({ agent, saved, file, fields, viewer, field, onSigned, onClose }: FlowProps) {
  const own = fields.all.filter(isSaved).filter(({ type }) => type === 'primary')
  const waiting = field ? own.filter(({ id }) => id === field.id) : own
  const [lookedAt, setLookedAt] = useState(waiting[0])
  useFieldInView(viewer, lookedAt)
  return (
    <OwnerSigning
      agent={agent}
      fields={waiting}
      documentName={file.original_filename}
      saved={saved}
      shown={() => shownDigest(viewer)}
      onReload={viewer.reload}
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
