import type { UserFile } from 'shared/contract'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { savingTexts } from './texts.ts'
import type { EditingModel } from './use-editing.ts'
import type { LeaveGuard } from './use-leaving.ts'

export interface SavingDialogsProps {
  readonly file: UserFile
  readonly editing: EditingModel
  readonly guard: LeaveGuard
}

export function SavingDialogs({ file, editing, guard }: SavingDialogsProps) {
  const { component, saving, readOnlyReason } = editing
  const locked = readOnlyReason !== undefined
  const reload = () => {
    editing.dismiss()
    void editing.openNewest()
  }
  const saveAndLeave = () => {
    const { asked } = guard
    guard.stay()
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
      {guard.asked && (
        <LeaveDialog
          description={locked ? savingTexts.leaveLocked : savingTexts.leave}
          onSave={locked ? undefined : saveAndLeave}
          onDiscard={guard.proceed}
          onStay={guard.stay}
        />
      )}
    </>
  )
}
