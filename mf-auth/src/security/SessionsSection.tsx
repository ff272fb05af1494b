import type { OpenSession } from 'shared/contract/accounts'
import { Badge, Button, CheckIcon, VisuallyHidden } from 'shared/ui'
import { securityApi } from '../api/security-api.ts'
import { useAction } from '../forms/use-action.ts'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { formatInstant } from './format-instant.ts'

export interface SessionsSectionProps {
  readonly sessions: readonly OpenSession[]
  readonly onChanged: () => void
}

const sessionDetails = ({ address, last_used_at }: OpenSession): string =>
  [address ?? 'Dirección desconocida', `último uso: ${formatInstant(last_used_at)}`].join(' · ')

export function SessionsSection({ sessions, onChanged }: SessionsSectionProps) {
  const { run } = useAction<'end'>(onChanged)
  const others = sessions.filter(({ current }) => !current)
  return (
    <ProfileSection
      title="Sesiones abiertas"
      lead="Los dispositivos donde tu cuenta está abierta."
      action={
        others.length > 0 && (
          <Button onClick={() => run('end', securityApi.endOtherSessions, 'Cerramos tus demás sesiones.')}>
            Cerrar las demás
          </Button>
        )
      }
    >
      {sessions.map((session) => (
        <SectionRow
          key={session.id}
          label={session.device}
          badge={
            session.current && (
              <Badge tone="success" icon={<CheckIcon />}>
                Esta sesión
              </Badge>
            )
          }
          action={
            !session.current && (
              <Button onClick={() => run('end', () => securityApi.endSession(session.id), 'Cerramos esa sesión.')}>
                Cerrar sesión<VisuallyHidden> de {session.device}</VisuallyHidden>
              </Button>
            )
          }
        >
          {sessionDetails(session)}
        </SectionRow>
      ))}
    </ProfileSection>
  )
}
