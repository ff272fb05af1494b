import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { Button, StrokeLoader } from 'shared/ui'
import type { SigningAgent } from '../agent/signing-agent.ts'
import { isSaved, type SavedField } from '../fields/field-lifecycle.ts'
import { useFieldInView } from '../fields/use-field-in-view.ts'
import { OwnerSigning } from '../owner-signing/OwnerSigning.tsx'
import { shownDigest } from '../signing-flow/shown-digest.ts'
import { editorTexts } from './constants.ts'
import { OwnSignature } from './OwnSignature.tsx'
import type { Editor } from './use-editor.ts'
import { useOwnTurn } from './use-own-turn.ts'
import { useOwnerAgent } from './use-owner-agent.ts'

export interface OwnSigningProps {
  readonly editor: Editor
  /** Default: all of the owner's fields. */
  readonly field?: SavedField
  readonly onSigned: () => void
}

/** One field uses the dialog, all fields the flow. A card always uses the flow. */
export function OwnSigning({ editor, field, onSigned }: OwnSigningProps) {
  const agent = useOwnerAgent((message) => {
    editor.closeDialog()
    editor.say('error', message)
  })
  const turn = useOwnTurn(editor.file.id)
  if (turn === 'later') return <NotYourTurn onClose={editor.closeDialog} />
  if (!agent || turn === 'asking')
    return (
      <Dialog open onClose={editor.closeDialog} size="sm" title={editorTexts.preparing}>
        <StrokeLoader text={editorTexts.preparing} />
      </Dialog>
    )
  if (field && agent.kind === 'simulated') return <OwnSignature editor={editor} field={field} onSigned={onSigned} />
  return <Flow agent={agent} editor={editor} {...(field ? { field } : {})} onSigned={onSigned} />
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

function Flow({ agent, editor, field, onSigned }: OwnSigningProps & { readonly agent: SigningAgent }) {
  const own = editor.fields.filter(isSaved).filter(({ type }) => type === 'primary')
  const waiting = field ? own.filter(({ id }) => id === field.id) : own
  const [lookedAt, setLookedAt] = useState(waiting[0])
  useFieldInView(editor.viewer, lookedAt)
  return (
    <OwnerSigning
      agent={agent}
      fields={waiting}
      documentName={editor.file.original_filename}
      shown={() => shownDigest(editor.viewer)}
      onReload={editor.viewer.reload}
      onReview={(reviewed) => {
        setLookedAt(reviewed)
        editor.viewer.goTo(reviewed.page)
      }}
      onSigned={(fieldId, signedAt) => {
        editor.markSigned(fieldId, signedAt)
        if (waiting.every(({ id }) => id === fieldId)) editor.viewer.reload()
        onSigned()
      }}
      onLeft={editor.closeDialog}
    />
  )
}
