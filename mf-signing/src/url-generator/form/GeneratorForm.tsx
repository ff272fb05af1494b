import Globe from 'lucide-react/icons/globe'
import LinkIcon from 'lucide-react/icons/link'
import { type RefObject, type SubmitEvent, useState } from 'react'
import type { PublicLink, UserFile } from 'shared/contract'
import { RetryAlert } from 'shared/controls'
import { Button } from 'shared/ui'
import { urlTexts } from '../constants.ts'
import { type GenerationEvent, type GenerationState, isBusy } from '../generate/generation.ts'
import styles from './GeneratorForm.module.css'
import { LinkChoice } from './LinkChoice.tsx'
import { NameField } from './NameField.tsx'
import { useSuggestions } from './use-suggestions.ts'

export interface GeneratorFormProps {
  readonly generation: GenerationState
  readonly dispatch: (event: GenerationEvent) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly noticeId: string
  readonly link: PublicLink
  readonly onLink: (link: PublicLink) => void
}

/** `generationReducer` validates both. Without react-hook-form: it was half of this screen's code. */
interface Wanted {
  readonly name: string
  readonly picked: UserFile | undefined
}

export function GeneratorForm({ generation, dispatch, inputRef, noticeId, link, onLink }: GeneratorFormProps) {
  const [{ name, picked }, setWanted] = useState<Wanted>({ name: '', picked: undefined })
  const suggestions = useSuggestions(picked ? undefined : name)
  const write = (next: string, file?: UserFile) => {
    setWanted({ name: next, picked: file })
    dispatch({ kind: 'typed' })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    dispatch({ kind: 'pressed', picked, name })
  }
  return (
    <>
      <p id={noticeId} className={styles.notice}>
        <Globe /> {urlTexts.notice(link)}
      </p>
      <LinkChoice link={link} onLink={onLink} />
      <form className={styles.form} noValidate onSubmit={submit}>
        <NameField
          name={name}
          error={generation.kind === 'refused' ? generation.message : undefined}
          suggestions={suggestions}
          inputRef={inputRef}
          onName={(next) => write(next)}
          onPick={(file) => write(file.original_filename, file)}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<LinkIcon />}
          aria-describedby={noticeId}
          busy={isBusy(generation)}
          busyLabel={urlTexts.generating}
        >
          {urlTexts.generate}
        </Button>
      </form>
      {generation.kind === 'failed' && (
        <RetryAlert live="assertive" title={urlTexts.generateFailed} onRetry={() => dispatch({ kind: 'retried' })}>
          {generation.message}
        </RetryAlert>
      )}
    </>
  )
}
