import { useMemo, useState } from 'react'
import { useContacts } from './use-contacts.ts'

interface PersonInputs {
  setValue(input: 'name' | 'email', value: string, options: { shouldValidate: boolean }): void
  setFocus(input: 'email'): void
}

/** @param isListed whether an address needs no suggestion any more */
export const usePersonSuggestions = (isListed: (email: string) => boolean) => {
  const [typed, setTyped] = useState('')
  const found = useContacts(typed)
  // No list over the buttons.
  const contacts = useMemo(
    () => found.filter(({ email }) => !isListed(email) && email.toLowerCase() !== typed.trim().toLowerCase()),
    [found, typed],
  )
  const suggestions = useMemo(
    () => contacts.map(({ id, name, email }) => ({ id, text: name, detail: email })),
    [contacts],
  )
  return {
    setTyped,
    /** Fills in both inputs of a form, and goes to the address. */
    pickInto:
      ({ setValue, setFocus }: PersonInputs) =>
      (id: number): void => {
        const person = contacts.find((one) => one.id === id)
        if (!person) return
        setValue('name', person.name, { shouldValidate: true })
        setValue('email', person.email, { shouldValidate: true })
        setFocus('email')
      },
    offered: { suggestions, listLabel: 'Personas que ya invitaste', countText: offeredText },
  }
}

const offeredText = (count: number): string => (count === 1 ? '1 persona sugerida' : `${count} personas sugeridas`)
