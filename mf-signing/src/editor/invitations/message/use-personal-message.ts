import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm, useWatch } from 'react-hook-form'
import { SendInvitationSchema } from 'shared/contract'
import * as v from 'valibot'

const PersonalMessage = v.object({ message: v.nonOptional(SendInvitationSchema.entries.message) })

/** Lives in the editor: closing the dialog keeps the text. */
export const usePersonalMessage = () => {
  const form = useForm({
    resolver: valibotResolver(PersonalMessage),
    defaultValues: { message: '' },
    mode: 'onChange',
  })
  const { register, control, formState, getValues, setFocus, reset } = form
  const length = useWatch({ control, name: 'message' }).length
  return {
    field: register('message'),
    length,
    problem: formState.errors.message?.message,
    /** Undefined, and focused, if too long. */
    take: (): { readonly message?: string } | undefined => {
      const checked = v.safeParse(PersonalMessage, getValues())
      if (!checked.success) {
        setFocus('message')
        return undefined
      }
      const { message } = checked.output
      return message === '' ? {} : { message }
    },
    clear: () => reset(),
  }
}

export type PersonalMessage = ReturnType<typeof usePersonalMessage>
