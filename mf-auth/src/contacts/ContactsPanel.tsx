import { useState } from 'react'
import type { Contact } from 'shared/contract/signing-order'
import { ConfirmDialog } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import { contactsApi } from '../api/contacts-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useAction } from '../forms/use-action.ts'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { useLoaded } from '../sections/use-loaded.ts'

const lead =
  'Las personas que invitaste a firmar. Te las ofrecemos cuando escribes su nombre o su email. Olvidarlas no cambia tus documentos; si vuelves a invitarlas, aparecen de nuevo.'

export default function LazyContactsPanel() {
  const { loaded, reload } = useLoaded(contactsApi.list, failureTexts.contacts)
  if (loaded.kind !== 'ready') return <NotLoaded state={loaded} loadingText="Cargando contactos…" onRetry={reload} />
  return <ContactsSection {...loaded.value} onChanged={reload} />
}

interface ContactsSectionProps {
  readonly contacts: readonly Contact[]
  readonly total: number
  readonly onChanged: () => void
}

function ContactsSection({ contacts, total, onChanged }: ContactsSectionProps) {
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction<string>(() => {
    setAsking(false)
    onChanged()
  })
  const forget = ({ id, name }: Contact) =>
    run(String(id), () => contactsApi.forget(id), `Olvidamos el contacto de ${name}.`)
  return (
    <ProfileSection
      title="Contactos"
      lead={lead}
      action={contacts.length > 0 && <Button onClick={() => setAsking(true)}>Olvidar todos</Button>}
    >
      {contacts.length === 0 && (
        <SectionRow label="Todavía no tienes contactos">Aparecen cuando invitas a alguien a firmar.</SectionRow>
      )}
      {contacts.map((contact) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          busy={busy === String(contact.id)}
          onForget={() => void forget(contact)}
        />
      ))}
      {total > contacts.length && (
        <SectionRow label={`Se muestran ${contacts.length} de ${total}`}>
          Son las personas que invitaste más recientemente.
        </SectionRow>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title="¿Olvidar todos los contactos?"
        description="Dejamos de ofrecértelos al escribir. Tus documentos e invitaciones no cambian. No se puede deshacer."
        confirmLabel="Olvidar todos"
        busy={busy === 'all'}
        busyLabel="Olvidando…"
        onConfirm={() => void run('all', contactsApi.forgetAll, 'Olvidamos todos tus contactos.')}
        onCancel={() => setAsking(false)}
      />
    </ProfileSection>
  )
}

interface ContactRowProps {
  readonly contact: Contact
  readonly busy: boolean
  readonly onForget: () => void
}

function ContactRow({ contact, busy, onForget }: ContactRowProps) {
  return (
    <SectionRow
      label={contact.name}
      action={
        <Button busy={busy} busyLabel="Olvidando…" onClick={onForget}>
          Olvidar<VisuallyHidden> a {contact.name}</VisuallyHidden>
        </Button>
      }
    >
      {contact.email}
    </SectionRow>
  )
}
