import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import type { ReactNode } from 'react'
import type { Invitation } from 'shared/contract'
import { ChoiceMenu, type MenuChoice } from 'shared/controls'
import { Badge, Button, ToneIcon, VisuallyHidden } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from './InviteDialog.module.css'
import type { InvitationWords } from './invitations.ts'

export interface PersonLineProps<T extends string> {
  readonly name: string
  /** Undefined for a role of a template. */
  readonly words: InvitationWords | undefined
  /** Empty ones are left out. */
  readonly facts: readonly string[]
  readonly choices: readonly MenuChoice<T>[]
  readonly busy: boolean
  readonly problem: string | undefined
  readonly proposal: ReactNode
  readonly onChoose: (choice: T) => void
  readonly children?: ReactNode
}

/** One line a person, with or without a field, and one menu. */
export function PersonLine<T extends string>(props: PersonLineProps<T>) {
  const { name, words, facts, choices, busy, problem, proposal, onChoose, children } = props
  return (
    <li className={styles.person}>
      <div className={styles.personHead}>
        <p className={styles.name}>{name}</p>
        {words && <PersonState {...words} />}
        <p className={styles.detail}>{facts.filter((fact) => fact !== '').join(' · ')}</p>
        {choices.length > 0 && (
          <div className={styles.menu}>
            <ChoiceMenu
              title={name}
              label={editorTexts.actionsOf(name)}
              icon={<EllipsisVertical />}
              {...{ busy, choices, onChoose }}
            />
          </div>
        )}
      </div>
      {proposal}
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {children}
    </li>
  )
}

function PersonState({ tone, badge, detail }: InvitationWords) {
  return (
    <p className={styles.state}>
      <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
        {badge}
      </Badge>
      {detail && <span className={tone === 'error' ? styles.error : styles.detail}>{detail}</span>}
    </p>
  )
}

export interface ProposedPersonProps {
  readonly proposal: NonNullable<Invitation['proposal']>
  readonly text: string
  readonly busy: boolean
  readonly onAnswer: (accepted: boolean) => void
}

/** Another person whom the invited one names, with the owner's two answers. */
export function ProposedPerson({ proposal: { name, note }, text, busy, onAnswer }: ProposedPersonProps) {
  return (
    <div className={styles.proposal}>
      <p>{text}</p>
      {note && <p className={styles.note}>«{note}»</p>}
      <div className={styles.guestActions}>
        <Button size="sm" variant="primary" busy={busy} busyLabel="Enviando…" onClick={() => onAnswer(true)}>
          {editorTexts.confirmProposal(name)}
        </Button>
        <Button size="sm" variant="ghost" disabled={busy} onClick={() => onAnswer(false)}>
          {editorTexts.refuseProposal}
          <VisuallyHidden> a {name}</VisuallyHidden>
        </Button>
      </div>
    </div>
  )
}
