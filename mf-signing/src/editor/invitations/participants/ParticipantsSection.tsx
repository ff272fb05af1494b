import UserRoundCheck from 'lucide-react/icons/user-round-check'
import { useId } from 'react'
import { RetryAlert } from 'shared/controls'
import { Button } from 'shared/ui'
import { templateTexts } from '../../template-edit/texts.ts'
import type { EditorModel } from '../../use-editor.ts'
import { ParticipantRow } from './ParticipantRow.tsx'
import styles from './Participants.module.css'
import { participantTexts as texts } from './texts.ts'
import { useParticipantActions } from './use-participant-actions.tsx'

export interface ParticipantsSectionProps extends Pick<EditorModel, 'file' | 'participants' | 'questions' | 'notify'> {
  /** The document can still be sent to more people. */
  readonly isOpen: boolean
}

/** People who take part without a field. One quiet button until there is one. */
export function ParticipantsSection({ file, participants, questions, notify, isOpen }: ParticipantsSectionProps) {
  const { list, load, reload, ofTemplate } = participants
  const id = useId()
  const { add, act, dialog } = useParticipantActions({ file, participants, notify })
  if (load.kind === 'failed') return <RetryAlert live="polite" title={load.message} onRetry={reload} />
  return (
    <>
      {list.length > 0 && (
        <section className={styles.section} aria-labelledby={id}>
          <h3 id={id} className={styles.heading}>
            {texts.heading}
          </h3>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
          <ul role="list" className={styles.people}>
            {list.map((participant) => (
              <ParticipantRow key={participant.id} {...{ participant, participants, questions }} onAction={act} />
            ))}
          </ul>
        </section>
      )}
      {isOpen && (
        <Button className={styles.add} variant="ghost" size="sm" icon={<UserRoundCheck />} onClick={add}>
          {ofTemplate ? templateTexts.addOther : texts.add}
        </Button>
      )}
      {dialog}
    </>
  )
}
