import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { Button, StrokeLoader } from 'shared/ui'
import type { SigningAgent } from '../../agent/signing-agent.ts'
import { isSaved, type SavedField } from '../../fields/field-lifecycle.ts'
import { useFieldInView } from '../../fields/use-field-in-view.ts'
import { OwnProgram } from '../../own-program/OwnProgram.tsx'
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
  const [own, setOwn] = useState<SavedField>()
  if (turn === 'later') return <NotYourTurn onClose={onClose} />
  if (!agent || turn === 'asking')
    return (
      <Dialog open onClose={onClose} size="sm" title={editorTexts.preparing}>
        <StrokeLoader text={editorTexts.preparing} />
      </Dialog>
    )
  if (own) return <WithOwnProgram {...props} field={own} />
  const choose = () => setOwn(field ?? waitingFields(props)[0])
  if (field && agent.kind === 'simulated')
    return <OwnSignature {...props} saved={saved} field={field} onOwnProgram={choose} />
  return <Flow {...props} saved={saved} agent={agent} onOwnProgram={choose} />
}

const waitingFields = ({ fields }: Pick<OwnSigningProps, 'fields'>): readonly SavedField[] =>
  fields.all.filter(isSaved).filter(({ type }) => type === 'primary')

function WithOwnProgram({ file, fields, viewer, field, onSigned, onClose }: OwnSigningProps & OneField) {
  return (
    <OwnProgram
      fieldId={field.id}
      documentName={file.original_filename}
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
  readonly onOwnProgram: () => void
}

function Flow({ agent, saved, file, fields, viewer, field, onOwnProgram, onSigned, onClose }: FlowProps) {
  const own = waitingFields({ fields })
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
      onOwnProgram={onOwnProgram}
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
