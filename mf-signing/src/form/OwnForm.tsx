import { Dialog } from 'shared/controls'
import { Button, StrokeLoader } from 'shared/ui'
import type { FormAnswers } from '../signing/sign-document.ts'
import { FormDialog } from './FormDialog.tsx'
import { InitialsDrawing } from './initials/InitialsDrawing.tsx'
import { initialsOf } from './initials/initials.ts'
import { signerFormTexts } from './texts.ts'
import { useForm } from './use-form.ts'

export interface OwnFormProps {
  readonly fieldId: number
  readonly name: string
  readonly onFilled: (answers: FormAnswers) => void
  readonly onClose: () => void
}

export default function OwnForm({ fieldId, name, onFilled, onClose }: OwnFormProps) {
  const { form, retry } = useForm({ fieldIds: [fieldId], withBearer: (call) => call('session') })
  if (form.kind !== 'ready')
    return (
      <Dialog
        open
        onClose={onClose}
        size="sm"
        title={signerFormTexts.title}
        footer={form.kind === 'failed' && <Button onClick={retry}>Reintentar</Button>}
      >
        {form.kind === 'failed' ? <p role="alert">{form.message}</p> : <StrokeLoader text={signerFormTexts.loading} />}
      </Dialog>
    )
  const { store } = form
  const done = () => {
    if (!store.blocks()) onFilled({ fieldIds: [fieldId], values: store.values(), save: store.flush })
  }
  return (
    <>
      <FormDialog {...{ store, onClose }} initials={initialsOf(name)} done={signerFormTexts.continue} onDone={done} />
      <InitialsDrawing store={store} />
    </>
  )
}
