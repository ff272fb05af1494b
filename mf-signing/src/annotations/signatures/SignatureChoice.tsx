import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { messageOf } from 'shared/http'
import { notify } from 'shared/state'
import { Button, IconButton } from 'shared/ui'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import { useStore } from '../store.ts'
import styles from './Signatures.module.css'
import { type KeptSignature, type SignaturesModel, signaturesIn } from './signatures.ts'
import { signatureTexts as texts } from './texts.ts'

export interface SignatureChoiceProps {
  readonly component: AnnotationComponent
  readonly model: SignaturesModel
}

export function SignatureChoice({ component, model }: SignatureChoiceProps) {
  const kept = useStore(model.kept)
  const signatures = signaturesIn(kept)
  const forget = async (signature: KeptSignature) => {
    try {
      await model.forget(signature)
      notify({ type: 'info', message: texts.forgotten(signature.name) })
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    }
  }
  return (
    <>
      <Button size="sm" icon={<Plus />} onClick={() => component.addSignature()}>
        {texts.newSignature}
      </Button>
      <div role="status">
        {kept.kind === 'loading' && <span className={styles.full}>{texts.loading}</span>}
        {kept.kind === 'failed' && (
          <span className={styles.full}>
            {texts.notLoaded}{' '}
            <Button size="sm" variant="ghost" onClick={() => void model.load()}>
              {texts.retry}
            </Button>
          </span>
        )}
      </div>
      {signatures.length > 0 && (
        <ul className={styles.kept} aria-label={texts.saved}>
          {signatures.map((signature) => (
            <li key={signature.id} className={styles.signature}>
              <button
                type="button"
                className={styles.place}
                aria-label={texts.place(signature.name)}
                title={signature.name}
                onClick={() => model.place(component, signature)}
              >
                <Picture signature={signature} />
              </button>
              <IconButton
                size="sm"
                label={texts.forget(signature.name)}
                icon={<Trash2 />}
                onClick={() => void forget(signature)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Picture = ({ signature: { picture } }: { signature: KeptSignature }) => (
  <svg viewBox={picture.viewBox} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
    <path d={picture.path} data-filled={picture.filled} vectorEffect="non-scaling-stroke" />
  </svg>
)
