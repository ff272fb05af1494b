import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { FormList, type FormListProps } from './FormList.tsx'
import { FormSaved } from './FormSaved.tsx'
import { signerFormTexts } from './texts.ts'

export interface FormDialogProps extends FormListProps {
  readonly done: string
  readonly onDone: () => void
  readonly onClose: () => void
}

export function FormDialog({ store, initials, done, onDone, onClose }: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={signerFormTexts.title}
      description={signerFormTexts.plainHelp}
      footer={
        <>
          <FormSaved store={store} />
          <Button variant="primary" onClick={onDone}>
            {done}
          </Button>
        </>
      }
    >
      <FormList {...{ store, initials }} />
    </Dialog>
  )
}
