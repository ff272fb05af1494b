import { useCallback, useState } from 'react'
import { MAX_LENGTHS } from 'shared/contract'
import type { Contact } from 'shared/contract/signing-order'
import { ConfirmDialog, TextField } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import { contactsApi } from '../api/contacts-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useAction } from '../forms/use-action.ts'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { useLoaded } from '../sections/use-loaded.ts'
import { ContactDialog } from './ContactDialog.tsx'
import styles from './Contacts.module.css'
import { ImportContactsDialog } from './ImportContactsDialog.tsx'

const lead =
  'Las personas que invitaste a firmar o que agregaste. Te las ofrecemos cuando escribes su nombre o su email. Olvidarlas no cambia tus documentos; si vuelves a invitarlas, aparecen de nuevo.'

export default function LazyContactsPanel() {
  const [search, setSearch] = useState('')
  const read = useCallback(() => contactsApi.list(search), [search])
  const { loaded, reload } = useLoaded(read, failureTexts.contacts)
  if (loaded.kind !== 'ready') return <NotLoaded state={loaded} loadingText="Cargando contactos…" onRetry={reload} />
  return <ContactsSection {...loaded.value} search={search} onSearch={setSearch} onChanged={reload} />
}

interface ContactsSectionProps {
  readonly contacts: readonly Contact[]
  readonly total: number
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly onChanged: () => void
}

type Asked =
  | { readonly kind: 'add' | 'import' | 'forget all' }
  | { readonly kind: 'change'; readonly contact: Contact }
  | { readonly kind: 'nothing' }

const nothing: Asked = { kind: 'nothing' }

function ContactsSection({ contacts, total, search, onSearch, onChanged }: ContactsSectionProps) {
  const [asked, setAsked] = useState<Asked>(nothing)
  const close = () => setAsked(nothing)
  const done = () => {
    close()
    onChanged()
  }
  const { busy, run } = useAction<string>(done)
  const forget = ({ id, name }: Contact) =>
    run(String(id), () => contactsApi.forget(id), `Olvidamos el contacto de ${name}.`)
  const isEmpty = contacts.length === 0 && search === ''
  return (
    <ProfileSection
      title="Contactos"
      lead={lead}
      action={<SectionActions isEmpty={isEmpty} onAsk={(kind) => setAsked({ kind })} />}
    >
      {!isEmpty && <SearchRow search={search} onSearch={onSearch} />}
      {contacts.length === 0 && <NoContacts isEmpty={isEmpty} />}
      {contacts.map((contact) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          busy={busy === String(contact.id)}
          onEdit={() => setAsked({ kind: 'change', contact })}
          onForget={() => void forget(contact)}
        />
      ))}
      {total > contacts.length && (
        <SectionRow label={`Se muestran ${contacts.length} de ${total}`}>
          Son las más recientes. Busca por nombre o email para ver las demás.
        </SectionRow>
      )}
      {(asked.kind === 'add' || asked.kind === 'change') && (
        <ContactDialog contact={asked.kind === 'change' ? asked.contact : undefined} onDone={done} onClose={close} />
      )}
      {asked.kind === 'import' && <ImportContactsDialog onDone={done} onClose={close} />}
      <ConfirmDialog
        open={asked.kind === 'forget all'}
        danger
        title="¿Olvidar todos los contactos?"
        description="Dejamos de ofrecértelos al escribir. Tus documentos e invitaciones no cambian. No se puede deshacer."
        confirmLabel="Olvidar todos"
        busy={busy === 'all'}
        busyLabel="Olvidando…"
        onConfirm={() => void run('all', contactsApi.forgetAll, 'Olvidamos todos tus contactos.')}
        onCancel={close}
      />
    </ProfileSection>
  )
}

interface SectionActionsProps {
  readonly isEmpty: boolean
  readonly onAsk: (kind: 'add' | 'import' | 'forget all') => void
}

function SectionActions({ isEmpty, onAsk }: SectionActionsProps) {
  return (
    <div className={styles.actions}>
      <Button onClick={() => onAsk('add')}>Agregar contacto</Button>
      <Button onClick={() => onAsk('import')}>Importar</Button>
      {!isEmpty && <Button onClick={() => onAsk('forget all')}>Olvidar todos</Button>}
    </div>
  )
}

function SearchRow({ search, onSearch }: Pick<ContactsSectionProps, 'search' | 'onSearch'>) {
  return (
    <li className={styles.search}>
      <TextField
        type="search"
        label="Buscar contacto"
        placeholder="Nombre o email"
        maxLength={MAX_LENGTHS.search}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
    </li>
  )
}

function NoContacts({ isEmpty }: { readonly isEmpty: boolean }) {
  return isEmpty ? (
    <SectionRow label="Todavía no tienes contactos">Aparecen cuando invitas a alguien a firmar.</SectionRow>
  ) : (
    <SectionRow label="Ningún contacto coincide con lo que buscas">
      Prueba con otra parte del nombre o del email.
    </SectionRow>
  )
}

interface ContactRowProps {
  readonly contact: Contact
  readonly busy: boolean
  readonly onEdit: () => void
  readonly onForget: () => void
}

function ContactRow({ contact, busy, onEdit, onForget }: ContactRowProps) {
  return (
    <SectionRow
      label={contact.name}
      action={
        <div className={styles.actions}>
          <Button onClick={onEdit}>
            Editar<VisuallyHidden> a {contact.name}</VisuallyHidden>
          </Button>
          <Button busy={busy} busyLabel="Olvidando…" onClick={onForget}>
            Olvidar<VisuallyHidden> a {contact.name}</VisuallyHidden>
          </Button>
        </div>
      }
    >
      {contact.email}
    </SectionRow>
  )
}
