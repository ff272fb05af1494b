import { Alert, CheckIcon, cx, VisuallyHidden } from 'shared/ui'
import page from '../GuestPage.module.css'
import type { GuestSessionState } from '../session/guest-flow.ts'
import { isCertified } from '../session/guest-rules.ts'
import styles from './Instructions.module.css'

const guestSteps = [
  { title: 'Revisa el documento', text: 'Léelo completo. Puedes acercar y pasar de página.' },
  { title: 'Agrega tu firma', text: 'Presiona el botón y mira dónde va tu campo de firma.' },
  { title: 'Completa el proceso', text: 'Firma y recibe el documento firmado en tu correo.' },
] as const

/** From 0; 3 when all steps are done. */
const currentStep = ({ step }: GuestSessionState): number => {
  if (step === 'reading') return 0
  if (step === 'signing' || step === 'dialog') return 1
  return step === 'confirmed' ? 2 : 3
}

export default function Instructions({ state }: { readonly state: GuestSessionState }) {
  return (
    <>
      {isCertified(state.guest) && (
        <Alert tone="info" className={styles.asked} title="Este documento pide firma digital certificada">
          Para firmarlo necesitas tu certificado de firma digital de Costa Rica, por ejemplo en tu tarjeta, y su PIN.
        </Alert>
      )}
      <Steps current={currentStep(state)} />
    </>
  )
}

function Steps({ current }: { current: number }) {
  return (
    <details className={styles.instructions} open={window.innerWidth >= 900}>
      <summary>Cómo firmar</summary>
      <ol className={styles.steps}>
        {guestSteps.map(({ title, text }, index) => (
          <li key={title} className={cx(index === current && styles.current, index < current && styles.done)}>
            <span className={styles.number} aria-hidden="true">
              {index < current ? <CheckIcon /> : index + 1}
            </span>
            <div>
              <p className={styles.step}>
                {title}
                {index < current && <VisuallyHidden> (hecho)</VisuallyHidden>}
              </p>
              <p className={page.stepText}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}
