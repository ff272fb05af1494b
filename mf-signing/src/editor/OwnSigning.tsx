import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { StrokeLoader } from 'shared/ui'
import type { SigningAgent } from '../agent/signing-agent.ts'
import { isSaved, type SavedField } from '../fields/field-lifecycle.ts'
import { useFieldInView } from '../fields/use-field-in-view.ts'
import { OwnerSigning } from '../owner-signing/OwnerSigning.tsx'
import { editorTexts } from './constants.ts'
import { OwnSignature } from './OwnSignature.tsx'
import type { Editor } from './use-editor.ts'
import { useOwnerAgent } from './use-owner-agent.ts'

export interface OwnSigningProps {
  readonly editor: Editor
  /** The one field that was asked for; all of the owner's when absent. */
  readonly field?: SavedField
  readonly onSigned: () => void
}

/** The owner signs: one field in the dialog, or all in the flow. A card always goes through the flow, with its PIN. */
export function OwnSigning({ editor, field, onSigned }: OwnSigningProps) {
  const agent = useOwnerAgent((message) => {
    editor.closeDialog()
    editor.say('error', message)
  })
  if (!agent)
    return (
      <Dialog open onClose={editor.closeDialog} size="sm" title={editorTexts.preparing}>
        <StrokeLoader text={editorTexts.preparing} />
      </Dialog>
    )
  if (field && agent.kind === 'simulated') return <OwnSignature editor={editor} field={field} onSigned={onSigned} />
  return <Flow agent={agent} editor={editor} {...(field ? { field } : {})} onSigned={onSigned} />
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
