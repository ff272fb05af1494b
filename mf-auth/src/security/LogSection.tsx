import { useState } from 'react'
import type { SecurityEvent } from 'shared/contract/accounts'
import { Button } from 'shared/ui'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { formatInstant } from './format-instant.ts'

const FIRST = 5

const eventDetails = ({ happened_at, device, address }: SecurityEvent): string =>
  [formatInstant(happened_at), device, address].filter((part) => part !== null).join(' · ')

export function LogSection({ log }: { readonly log: readonly SecurityEvent[] }) {
  const [all, setAll] = useState(false)
  return (
    <ProfileSection
      title="Registro de seguridad"
      lead="Lo que pasó con tu cuenta en el último año."
      action={!all && log.length > FIRST && <Button onClick={() => setAll(true)}>Ver todo</Button>}
    >
      {(all ? log : log.slice(0, FIRST)).map((event) => (
        <SectionRow key={event.id} label={event.text}>
          {eventDetails(event)}
        </SectionRow>
      ))}
    </ProfileSection>
  )
}
