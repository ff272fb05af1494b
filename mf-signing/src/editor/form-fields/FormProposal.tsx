import { useEffect, useState } from 'react'
import type { ProposedFormField } from 'shared/contract/form-fields'
import { formFieldsApi } from 'shared/http/form-fields'
import { Alert, Button } from 'shared/ui'
import { untilGone } from '../../ui/until-gone.ts'
import type { EditorModel } from '../use-editor.ts'
import { formFieldTexts } from './texts.ts'

interface FormProposalProps extends Pick<EditorModel, 'forms'> {
  readonly signer: string
}

const useProposed = (fileId: number, wanted: boolean): readonly ProposedFormField[] => {
  const [proposed, setProposed] = useState<readonly ProposedFormField[]>()
  const isKnown = proposed !== undefined
  useEffect(() => {
    if (!wanted || isKnown) return
    return untilGone(formFieldsApi.propose(fileId), setProposed)
  }, [fileId, wanted, isKnown])
  return proposed ?? []
}

export function FormProposal({ forms, signer }: FormProposalProps) {
  const isEmpty = forms.load.kind === 'ready' && forms.all.length === 0
  const proposed = useProposed(forms.fileId, isEmpty)
  if (!isEmpty || proposed.length === 0) return null
  return (
    <Alert
      tone="info"
      live="polite"
      title={formFieldTexts.proposal(proposed.length)}
      actions={<Button onClick={() => forms.take(proposed, signer)}>{formFieldTexts.useProposal}</Button>}
    >
      {formFieldTexts.proposalHelp}
    </Alert>
  )
}
