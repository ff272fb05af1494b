import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { helpTexts, viewerTexts } from '../../viewer/constants.ts'
import { editorTexts } from '../constants.ts'
import styles from './InstructionsDialog.module.css'

const steps = [
  ['Agrega un campo', 'Con «Firma de Usuario» para ti o «Agregar firmante» para otra persona.'],
  ['Colócalo', 'Elige su lugar en la página, arrástralo y ajusta su tamaño con los ocho puntos del borde.'],
  ['Se guarda solo', 'Mientras no invites a nadie puedes moverlo cuando quieras; «Cancelar» deshace los cambios.'],
  ['Invita o firma', 'Cada persona recibe un enlace a su campo. El tuyo lo firmas aquí mismo.'],
] as const

const keys = [
  [['Flechas'], 'mueven el campo'],
  [['Mayús', 'Flechas'], 'cambian su tamaño'],
  [['Alt'], 'pasos pequeños, sin alinear; también al arrastrar'],
  [['Supr'], 'elimina el campo'],
  [['Esc'], 'suelta el campo'],
  [['Ctrl', 'S'], 'guarda las posiciones'],
  [['Ctrl', 'Z'], 'deshace'],
  [['Ctrl', 'Mayús', 'Z'], 'rehace; también Ctrl + Y'],
] as const

export function InstructionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.instructions}
      footer={
        <Button variant="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <h3 className={styles.title}>Los campos con el teclado</h3>
      <dl className={styles.keys}>
        {keys.map(([combination, what]) => (
          <div key={what}>
            <dt>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>En una Mac, ⌘ en lugar de Ctrl y ⌥ en lugar de Alt.</p>
      <details className={styles.moving}>
        <summary>{helpTexts.title}</summary>
        <ul>
          {[viewerTexts.hint, helpTexts.touch, helpTexts.text, helpTexts.keys].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </Dialog>
  )
}
