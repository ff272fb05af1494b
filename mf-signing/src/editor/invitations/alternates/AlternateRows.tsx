import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { editorTexts } from '../../constants.ts'
import type { NotifyEditor } from '../../use-notify.ts'
import { type AskingAction, InvitationDialog } from '../InvitationDialog.tsx'
import styles from '../InviteDialog.module.css'
import { PersonLine, ProposedPerson } from '../PersonLine.tsx'
import { participantTexts } from '../participants/texts.ts'
import { invitedGuest, personWords } from '../person-news.ts'
import { type AlternateAction, type AlternatePerson, alternateChoices } from './alternate-people.ts'
import { alternateTexts as texts } from './texts.ts'
import type { AlternatesModel } from './use-alternates.ts'

export interface AlternateRowsProps {
  readonly people: readonly AlternatePerson[]
  readonly label: string
  readonly file: UserFile
  readonly alternates: AlternatesModel
  readonly notify: NotifyEditor
  /** The fields' own signer has an invitation. */
  readonly canInvite: boolean
}

interface Opened {
  readonly action: AskingAction
  readonly person: AlternatePerson
}

/** One line a person, with the state of their invitation and its menu. */
export function AlternateRows({ people, label, file, alternates, notify, canInvite }: AlternateRowsProps) {
  const [opened, setOpened] = useState<Opened>()
  const choose = (action: AlternateAction, person: AlternatePerson) => {
    if (action === 'link' || action === 'correct' || action === 'revoke') setOpened({ action, person })
    else void alternates.act(action, person)
  }
  const person = opened?.person
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.people} aria-label={label}>
        {people.map((one) => (
          <PersonLine
            key={one.key}
            name={one.name}
            words={personWords(one) ?? { tone: 'neutral', badge: participantTexts.notInvited, detail: '' }}
            facts={[texts.instead(one.insteadOf), one.email]}
            choices={alternateChoices(one, { canInvite, now: Date.now() })}
            busy={alternates.isBusy(one)}
            problem={alternates.problemOf(one)}
            proposal={<ProposalOfAlternate person={one} alternates={alternates} />}
            onChoose={(action) => choose(action, one)}
          />
        ))}
      </ul>
      {opened && person && (
        <InvitationDialog
          {...{ file, person, notify }}
          action={opened.action}
          linkWarning={editorTexts.linkWarning(person.name)}
          calls={{
            take: () => alternates.takeLink(person),
            correct: (email) => alternates.correct(person, email),
            revoke: () => void alternates.act('revoke', person),
          }}
          onDone={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

interface ProposalOfAlternateProps extends Pick<AlternateRowsProps, 'alternates'> {
  readonly person: AlternatePerson
}

function ProposalOfAlternate({ person, alternates }: ProposalOfAlternateProps) {
  const guest = invitedGuest(person)
  const proposal = guest?.state === 'standing' ? guest.invitation?.proposal : undefined
  if (!proposal) return null
  return (
    <ProposedPerson
      proposal={proposal}
      text={participantTexts.proposes(proposal.name, proposal.email)}
      busy={alternates.isBusy(person)}
      onAnswer={(accepted) => void alternates.answerProposal(person, accepted)}
    />
  )
}
