import { useState } from 'react'
import { SendInvitationSchema } from 'shared/contract'
import { emailKey } from 'shared/contract/signing-order'
import { TextField } from 'shared/controls'
import { messageOf } from 'shared/http'
import * as v from 'valibot'
import { SubmitDialog } from '../../ui/SubmitDialog.tsx'
import { editorTexts } from '../constants.ts'

export interface AddressDialogProps {
  readonly person: { readonly name: string; readonly email: string }
  /** Rejects with what the server said. */
  readonly correct: (email: string) => Promise<void>
  readonly onClose: () => void
  readonly onCorrected: (email: string) => void
}

const addressProblem = (email: string, person: AddressDialogProps['person']): string | undefined => {
  const checked = v.safeParse(SendInvitationSchema.entries.email, email)
  if (!checked.success) return checked.issues[0].message
  return emailKey(email) === emailKey(person.email) ? editorTexts.sameAddress : undefined
}

/** One step: the old link ends, the new one leaves. A failure keeps what was typed. */
export function AddressDialog({ person, correct, onClose, onCorrected }: AddressDialogProps) {
  const [email, setEmail] = useState(person.email)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const wanted = email.trim()
    const found = addressProblem(wanted, person)
    setProblem(found)
    if (found) return
    setBusy(true)
    try {
      await correct(wanted)
      onCorrected(wanted)
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <SubmitDialog
      title={editorTexts.correctTitle(person.name)}
      description={editorTexts.correctMeaning(person.email)}
      submit={editorTexts.correctAndSend}
      busyLabel="Enviando…"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
      {...{ busy, onClose }}
    >
      <TextField
        label={editorTexts.newAddress}
        type="email"
        autoComplete="off"
        value={email}
        error={problem}
        readOnly={busy}
        onChange={({ target }) => setEmail(target.value)}
      />
    </SubmitDialog>
  )
}
