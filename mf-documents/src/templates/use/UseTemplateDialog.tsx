import { useState } from 'react'
import type { TemplateSummary } from 'shared/http/deferred'
import { type CreatedDocument, PeopleDialog } from './PeopleDialog.tsx'
import { SendDialog } from './SendDialog.tsx'

interface UseTemplateDialogProps {
  readonly template: TemplateSummary
  readonly onCreated: () => void
  readonly onOpen: (documentId: number) => void
  readonly onClose: () => void
}

export function UseTemplateDialog({ template, onCreated, onOpen, onClose }: UseTemplateDialogProps) {
  const [created, setCreated] = useState<CreatedDocument>()
  if (created) return <SendDialog created={created} onOpen={() => onOpen(created.documentId)} onClose={onClose} />
  return (
    <PeopleDialog
      template={template}
      onCreated={(made) => {
        setCreated(made)
        onCreated()
      }}
      onClose={onClose}
    />
  )
}
