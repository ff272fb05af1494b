import styles from '../invitations/InviteDialog.module.css'
import { toFillOf } from '../invitations/InviteDialog.tsx'
import type { InvitePerson } from '../invitations/invite-rows.ts'
import { PersonLine } from '../invitations/PersonLine.tsx'
import { PersonRow } from '../invitations/PersonRow.tsx'
import type { PersonAction } from '../invitations/person-news.ts'
import type { FollowingModel } from '../invitations/use-following.ts'
import type { InvitingModel } from '../invitations/use-inviting.ts'
import type { EditorModel } from '../use-editor.ts'
import type { SendingRow } from './sending-people.ts'
import type { SendingInvitations } from './use-sending-invitations.ts'

export interface SendingPeopleProps {
  readonly rows: readonly SendingRow[]
  readonly forms: EditorModel['forms']
  readonly saving: boolean
  readonly inviting: InvitingModel
  readonly following: FollowingModel
  readonly sendingOut: SendingInvitations
  readonly onAction: (action: PersonAction, person: InvitePerson) => void
}

/** Of the shown document with their menu; of its siblings with their state alone. */
export function SendingPeople({ rows, forms, saving, sendingOut, ...models }: SendingPeopleProps) {
  const { inviting, following, onAction } = models
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.people}>
      {rows.map(({ key, person, here, words, where }) =>
        here && here.obstacle === undefined ? (
          <PersonRow
            key={key}
            {...{ inviting, following, saving, onAction, where }}
            person={here}
            problem={sendingOut.problemOf(key)}
            toFill={toFillOf(forms, here)}
            onPlace={undefined}
          />
        ) : (
          <PersonLine
            key={key}
            name={person.name}
            words={words}
            facts={[person.email, where ?? '']}
            choices={[]}
            busy={false}
            problem={sendingOut.problemOf(key)}
            proposal={null}
            onChoose={() => undefined}
          />
        ),
      )}
    </ul>
  )
}
