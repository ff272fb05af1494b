import { useLayoutEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { TextAreaField } from 'shared/controls'
import { SubmitDialog } from '../../ui/SubmitDialog.tsx'
import { altTexts } from '../texts.ts'
import styles from './AltTextDialog.module.css'
import type { AltTextModel, AltTextRequest } from './alt-text.ts'

const PREVIEW_PX = 360

export function AltTextDialog({ model, request }: { model: AltTextModel; request: AltTextRequest }) {
  const { register, handleSubmit, watch, getValues, formState } = useForm({
    defaultValues: { text: request.text, decorative: request.decorative },
  })
  const [text, decorative] = watch(['text', 'decorative'])
  const validate = (value: string) => getValues('decorative') || value.trim() !== '' || altTexts.missing
  return (
    <SubmitDialog
      title={altTexts.title}
      description={altTexts.description}
      submit={altTexts.save}
      cancel={request.firstTime ? altTexts.notNow : altTexts.cancel}
      formClass={styles.form}
      onClose={model.close}
      onSubmit={handleSubmit(() => model.save(getValues()))}
    >
      <Preview request={request} />
      <TextAreaField
        label={altTexts.label}
        help={request.proposed && text === request.text ? altTexts.proposed : altTexts.help}
        error={formState.errors.text?.message}
        {...register('text', { validate })}
        disabled={decorative}
      />
      <label className={styles.decorative}>
        <input type="checkbox" {...register('decorative', { deps: 'text' })} />
        {altTexts.decorative}
      </label>
    </SubmitDialog>
  )
}

function Preview({ request: { editor } }: { request: AltTextRequest }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { canvas } = editor.copyCanvas(null, PREVIEW_PX, false)
    if (canvas) place.current?.replaceChildren(canvas)
  }, [editor])
  return <div ref={place} className={styles.preview} role="img" aria-label={altTexts.preview} />
}
