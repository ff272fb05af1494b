import { useState } from 'react'
import { href } from 'shared/contract'
import { Link } from 'shared/router'
import { Button } from 'shared/ui'
import { personalDataApi } from '../api/personal-data-api.ts'
import type { AskIdentity } from '../identity/use-identity.tsx'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { ArchiveProgress } from './ArchiveProgress.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { StorageRow } from './StorageRow.tsx'
import { useArchive } from './use-archive.ts'

export interface PersonalDataSectionProps {
  readonly ask: AskIdentity
  readonly onExported: () => void
}

const FILENAME = 'Mis datos de Trazo.zip'

export function PersonalDataSection({ ask, onExported }: PersonalDataSectionProps) {
  const archive = useArchive()
  const [proof, setProof] = useState<string>()
  const download = async () => {
    const given = await ask()
    if (given === undefined) return
    await archive.start((options) => personalDataApi.accountArchive(given, options), FILENAME)
    onExported()
  }
  return (
    <ProfileSection title="Tus datos">
      <StorageRow />
      <SectionRow
        label="Copia de tus datos"
        action={archive.received === undefined && <Button onClick={() => void download()}>Descargar mis datos</Button>}
      >
        Un ZIP con tu perfil, tus documentos, su evidencia y tu registro de seguridad.
      </SectionRow>
      {archive.received !== undefined && (
        <li>
          <ArchiveProgress archive={archive} />
        </li>
      )}
      <SectionRow label="Privacidad" action={<Link to={href.privacy()}>Ver qué se guarda</Link>}>
        Qué datos se guardan, para qué, cuánto tiempo y qué derechos tienes.
      </SectionRow>
      <SectionRow
        label="Eliminar la cuenta"
        action={
          <Button variant="danger" onClick={() => void ask().then(setProof)}>
            Eliminar mi cuenta
          </Button>
        }
      >
        Tus documentos dejan de estar disponibles. No se puede deshacer.
      </SectionRow>
      {proof !== undefined && <DeleteAccountDialog proof={proof} onClose={() => setProof(undefined)} />}
    </ProfileSection>
  )
}
