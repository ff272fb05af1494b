import { useState } from 'react'
import { createSimulatedAgent } from '../agent/simulated-agent.ts'
import { isSaved } from '../fields/field-lifecycle.ts'
import { useFieldInView } from '../fields/use-field-in-view.ts'
import { OwnerSigning } from '../owner-signing/OwnerSigning.tsx'
import type { Editor } from './use-editor.ts'

const agent = createSimulatedAgent({ place: 'owner' })

/** 'Agregar Firma Digital': the owner signs every field of their own. */
export function OwnSigning({ editor, onSigned }: { readonly editor: Editor; readonly onSigned: () => void }) {
  const waiting = editor.fields.filter(isSaved).filter(({ type }) => type === 'primary')
  const [lookedAt, setLookedAt] = useState(waiting[0])
  useFieldInView(editor.viewer, lookedAt)
  return (
    <OwnerSigning
      agent={agent}
      fields={waiting}
      documentName={editor.file.original_filename}
      onReview={(field) => {
        setLookedAt(field)
        editor.viewer.goTo(field.page)
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
