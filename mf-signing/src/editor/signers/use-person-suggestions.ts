import { useMemo, useState } from 'react'
import type { SignerPerson } from './signers.ts'
import { useContacts } from './use-contacts.ts'

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
    find: (id: number): SignerPerson | undefined => contacts.find((one) => one.id === id),
    offered: { suggestions, listLabel: 'Personas que ya invitaste', countText: offeredText },
  }
}

const offeredText = (count: number): string => (count === 1 ? '1 persona sugerida' : `${count} personas sugeridas`)
