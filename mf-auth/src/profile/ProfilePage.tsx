import { useEffect, useRef, useState } from 'react'
import { useSession } from 'shared/state'
import { Button, PageTitle, StrokeLoader, Surface } from 'shared/ui'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './ProfilePage.module.css'

/** `/profile`: a read view, and a form in its place while somebody edits. */
export function ProfilePage() {
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const wasEditing = useRef(false)
  const edit = useRef<HTMLButtonElement>(null)
  // Back from the form, the keyboard goes on where it left.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])

  if (session.kind !== 'authenticated') return <StrokeLoader text="Cargando perfil..." />
  return (
    <div className={styles.page}>
      <PageTitle
        actions={
          !editing && (
            <Button ref={edit} onClick={() => setEditing(true)}>
              Editar
            </Button>
          )
        }
      >
        Mi Perfil
      </PageTitle>
      <Surface as="section" padding="lg" className={styles.sheet}>
        {editing ? (
          <ProfileForm user={session.user} onClose={() => setEditing(false)} />
        ) : (
          <ProfileFacts user={session.user} />
        )}
      </Surface>
    </div>
  )
}
