import PenLine from 'lucide-react/icons/pen-line'
import { Button, VisuallyHidden } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import { fieldsInWords } from '../form-fields/fields-in-words.ts'
import type { SignerPerson } from '../signers/signers.ts'
import { InvitationProposal } from './GuestNews.tsx'
import type { InvitationWords } from './invitations.ts'
import type { InvitePerson } from './invite-rows.ts'
import { PersonLine } from './PersonLine.tsx'
import { invitedGuest, leadingGuest, type PersonAction, personChoices, personWords } from './person-news.ts'
import type { FollowingModel } from './use-following.ts'
import type { InvitingModel } from './use-inviting.ts'

export interface PersonRowProps {
  readonly person: InvitePerson
  /** Form fields of the person. */
  readonly toFill: number
  readonly saving: boolean
  readonly following: FollowingModel
  readonly inviting: InvitingModel
  readonly onAction: (action: PersonAction, person: InvitePerson) => void
  readonly onPlace: ((person: SignerPerson) => void) | undefined
  /** Of a sending: the documents that ask the person, unless all do. */
  readonly where?: string | undefined
  /** Of a sending: why the person was not invited. */
  readonly problem?: string | undefined
}

const obstacleWords = ({ obstacle, reason, fields }: InvitePerson, saving: boolean): InvitationWords | undefined => {
  switch (obstacle) {
    case 'unsaved':
      if (saving) return { tone: 'info', badge: 'Guardando…', detail: '' }
      return { tone: 'error', badge: 'Sin guardar', detail: reason ?? editorTexts.notSavedYet }
    case 'without-field':
      return { tone: 'warning', badge: 'Sin campo', detail: editorTexts.needsField }
    case 'lost':
      return { tone: 'error', badge: 'Sin campo', detail: editorTexts.fieldIsGone }
    case 'without-email':
      return fields.every(({ status }) => status === 'signed')
        ? { tone: 'success', badge: 'Firmado', detail: '' }
        : { tone: 'warning', badge: 'Sin email', detail: editorTexts.needsEmail }
    case undefined:
      return undefined
  }
}

const unknown: InvitationWords = { tone: 'neutral', badge: 'Sin invitar', detail: '' }

/** Of a signer. */
export function PersonRow(props: PersonRowProps) {
  const { person, toFill, saving, following, inviting, onAction, onPlace } = props
  const { name, email, obstacle } = person
  const places = obstacle === 'without-field' || obstacle === 'lost'
  const fieldWords = places
    ? []
    : [
        fieldsInWords(
          person.fields.map(({ page }) => page).toSorted((a, b) => a - b),
          toFill,
        ),
      ]
  return (
    <PersonLine
      name={name}
      words={obstacleWords(person, saving) ?? personWords(person) ?? unknown}
      facts={[email, ...fieldWords, props.where ?? '']}
      choices={obstacle === undefined ? personChoices(person, Date.now()) : []}
      busy={inviting.isBusy(person)}
      problem={props.problem ?? inviting.problemOf(person) ?? invitationProblemOf(person, following)}
      proposal={<ProposalOf {...{ person, following }} />}
      onChoose={(action) => onAction(action, person)}
    >
      {places && onPlace && (
        <Button size="sm" icon={<PenLine />} onClick={() => onPlace({ name, email })}>
          {editorTexts.placeField}
          <VisuallyHidden> de {name}</VisuallyHidden>
        </Button>
      )}
    </PersonLine>
  )
}

const invitationProblemOf = (person: InvitePerson, following: FollowingModel): string | undefined => {
  const invitation = invitedGuest(person)?.invitation
  return invitation && following.problemOf(invitation)
}

function ProposalOf({ person, following }: Pick<PersonRowProps, 'person' | 'following'>) {
  const guest = leadingGuest(person)
  if (!guest?.invitation?.proposal || guest.state !== 'standing') return null
  return <InvitationProposal guest={guest} invitation={guest.invitation} following={following} />
}
