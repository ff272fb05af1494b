import { useState } from 'react'
import type { SecurityEvent } from 'shared/contract/accounts'
import { Button } from 'shared/ui'
import { formatInstant } from './format-instant.ts'
import { Section, SectionRow } from './Section.tsx'

/** Entries shown initially. */
const FIRST = 5

const placeOf = ({ happened_at, device, address }: SecurityEvent): string =>
  [formatInstant(happened_at), device, address].filter((part) => part !== null).join(' · ')

export function LogSection({ log }: { readonly log: readonly SecurityEvent[] }) {
  const [all, setAll] = useState(false)
  return (
    <Section
      title="Registro de seguridad"
      lead="Lo que pasó con tu cuenta en el último año."
      action={!all && log.length > FIRST && <Button onClick={() => setAll(true)}>Ver todo</Button>}
    >
      {(all ? log : log.slice(0, FIRST)).map((event) => (
        <SectionRow key={event.id} label={event.text}>
          {placeOf(event)}
        </SectionRow>
      ))}
    </Section>
  )
}
