import type { UserFile } from 'shared/contract'
import { ConflictDialog } from './ConflictDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import type { Editing } from './use-editing.ts'
import type { Way } from './use-leaving.ts'

export interface SavingDialogsProps {
  readonly file: UserFile
  readonly editing: Editing
  readonly way: Way
}

export function SavingDialogs({ file, editing, way }: SavingDialogsProps) {
  const { component, saving, lock } = editing
  const reload = () => {
    editing.dismiss()
    void editing.openNewest()
  }
  const saveAndLeave = () => {
    const { asked } = way
    way.stay()
    void editing.save().then((safe) => safe && asked?.proceed())
  }
  return (
    <>
      {component && saving.kind === 'outdated' && (
        <ConflictDialog
          file={file}
          component={component}
          onOnTop={() => void editing.putOnTop()}
          onReload={reload}
          onLater={editing.dismiss}
        />
      )}
      {way.asked && (
        <LeaveDialog locked={lock !== undefined} onSave={saveAndLeave} onDiscard={way.proceed} onStay={way.stay} />
      )}
    </>
  )
}
