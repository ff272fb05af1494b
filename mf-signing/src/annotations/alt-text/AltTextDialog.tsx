import type { FormEvent } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog, TextAreaField } from 'shared/controls'
import { Button } from 'shared/ui'
import { altTexts } from '../texts.ts'
import styles from './AltTextDialog.module.css'
import type { AltTextModel, AltTextRequest } from './alt-text.ts'

const PREVIEW_PX = 360

export function AltTextDialog({ model, request }: { model: AltTextModel; request: AltTextRequest }) {
  const form = useId()
  const [text, setText] = useState(request.text)
  const [decorative, setDecorative] = useState(request.decorative)
  const [refused, setRefused] = useState(false)
  const missing = !decorative && text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(missing)
    if (!missing) model.save({ text, decorative })
  }
  return (
    <Dialog
      open
      onClose={model.close}
      title={altTexts.title}
      description={altTexts.description}
      footer={
        <>
          <Button onClick={model.close}>{request.firstTime ? altTexts.notNow : altTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={form}>
            {altTexts.save}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Preview request={request} />
        <TextAreaField
          label={altTexts.label}
          help={request.proposed && text === request.text ? altTexts.proposed : altTexts.help}
          error={refused && missing ? altTexts.missing : undefined}
          value={text}
          disabled={decorative}
          onChange={({ target }) => setText(target.value)}
        />
        <label className={styles.decorative}>
          <input type="checkbox" checked={decorative} onChange={({ target }) => setDecorative(target.checked)} />
          {altTexts.decorative}
        </label>
      </form>
    </Dialog>
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
