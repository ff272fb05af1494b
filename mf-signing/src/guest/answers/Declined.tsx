import { useEffect, useRef } from 'react'
import { EmptyState } from 'shared/ui'
import { announceToEmbedder } from '../announce.ts'
import { answerTexts } from './constants.ts'
import styles from './GuestAnswers.module.css'

export default function Declined({ ownerName }: { readonly ownerName: string }) {
  const end = useRef<HTMLDivElement>(null)
  // The focused dialog has unmounted.
  useEffect(() => {
    end.current?.focus()
    announceToEmbedder({ type: 'declined' })
  }, [])
  return (
    <EmptyState
      ref={end}
      tabIndex={-1}
      level={1}
      className={styles.end}
      title={answerTexts.declined}
      text={answerTexts.declinedMeans(ownerName)}
      action={<p className={styles.mistake}>{answerTexts.declinedMistake(ownerName)}</p>}
    />
  )
}
