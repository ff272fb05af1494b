import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useId, useRef } from 'react'
import type { SigningOrderMode, SigningStep } from 'shared/contract/signing-order'
import { Alert, IconButton } from 'shared/ui'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { editorTexts } from '../constants.ts'
import styles from './OrderOfSigning.module.css'
import type { SigningOrderModel } from './use-signing-order.ts'

const modes: readonly { readonly mode: SigningOrderMode; readonly label: string }[] = [
  { mode: 'parallel', label: 'En paralelo: cada quien firma cuando quiera' },
  { mode: 'ordered', label: 'Por orden: una persona después de otra' },
]

export function OrderOfSigning({ model }: { readonly model: SigningOrderModel }) {
  const name = useId()
  const list = useRef<HTMLOListElement>(null)
  const { order, problem } = model
  const moved = useRef<number>(undefined)
  useEffect(() => {
    const at = order?.steps.findIndex(({ field_ids }) => field_ids[0] === moved.current) ?? -1
    if (moved.current === undefined || at < 0) return
    moved.current = undefined
    list.current?.querySelectorAll<HTMLElement>('li')[at]?.focus()
  }, [order])
  if (order === undefined || order.steps.length < 2) return null
  const { mode, steps, can_change: changeable } = order
  const move = (index: number, by: -1 | 1) => {
    moved.current = steps[index]?.field_ids[0]
    model.move(index, by)
  }
  return (
    <section aria-label={editorTexts.order}>
      <fieldset className={styles.modes} disabled={!changeable}>
        <legend>{editorTexts.order}</legend>
        {modes.map(({ mode: value, label }) => (
          <label key={value} className={styles.mode}>
            <input type="radio" name={name} checked={mode === value} onChange={() => model.setMode(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      {mode === 'ordered' && (
        <ol ref={list} className={styles.steps}>
          {steps.map((step, index) => (
            <StepRow
              key={step.field_ids[0]}
              step={step}
              onUp={changeable && index > 0 ? () => move(index, -1) : undefined}
              onDown={changeable && index < steps.length - 1 ? () => move(index, 1) : undefined}
              changeable={changeable}
            />
          ))}
        </ol>
      )}
      {!changeable && mode === 'ordered' && <p className={styles.hint}>{editorTexts.orderFixed}</p>}
      {problem && (
        <Alert tone="error" live="assertive">
          {problem}
        </Alert>
      )}
    </section>
  )
}

const stateWords = {
  signed: { tone: 'success', text: 'Firmado' },
  now: { tone: 'info', text: 'Es su turno' },
  later: { tone: 'neutral', text: 'Espera su turno' },
} as const

interface StepRowProps {
  readonly step: SigningStep
  readonly changeable: boolean
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
}

function StepRow({ step, changeable, onUp, onDown }: StepRowProps) {
  const { signer_name: name, is_owner: own, state } = step
  const { tone, text } = stateWords[state]
  return (
    <li className={styles.step} tabIndex={-1}>
      <div className={styles.row}>
        <div className={styles.who}>
          <p className={styles.name}>
            {name}
            {own && <span className={styles.you}> (tú)</span>}
          </p>
          <StateBadge tone={tone}>{text}</StateBadge>
        </div>
        {changeable && (
          <span className={styles.moves}>
            <IconButton label={`Que ${name} firme antes`} icon={<ArrowUp />} disabled={!onUp} onClick={onUp} />
            <IconButton label={`Que ${name} firme después`} icon={<ArrowDown />} disabled={!onDown} onClick={onDown} />
          </span>
        )}
      </div>
    </li>
  )
}
