import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'
import { IconButton } from 'shared/ui'
import { savedTexts } from './constants.ts'
import { isBlankDrawing, type SignatureDrawing } from './drawing.ts'
import styles from './SavedSignatures.module.css'
import { type SavedOffer, savedIdOf, withSaved } from './saved-offer.ts'

export interface SavedSignaturesProps {
  readonly offer: SavedOffer | undefined
  readonly drawing: SignatureDrawing
  readonly onDrawing: (drawing: SignatureDrawing) => void
  readonly disabled: boolean
}

export function SavedSignatures({ offer, drawing, onDrawing, disabled }: SavedSignaturesProps) {
  const id = useId()
  const offered = offer !== undefined && offer.signatures.length > 0
  const [shown, setShown] = useState(offered)
  // Inserted late, it would move the canvas under the pen.
  if (offered && !shown && isBlankDrawing(drawing)) setShown(true)
  if (!offered || !shown) return null
  const used = savedIdOf(drawing)
  return (
    <div className={styles.saved} inert={disabled}>
      <p id={id} className={styles.title}>
        {savedTexts.use}
      </p>
      <ul className={styles.list} aria-labelledby={id}>
        {offer.signatures.map((signature) => (
          <li key={signature.id} className={styles.signature}>
            <button
              type="button"
              className={styles.use}
              aria-label={savedTexts.useNamed(signature.name)}
              aria-pressed={used === signature.id}
              title={signature.name}
              onClick={() => onDrawing(withSaved(drawing, signature))}
            >
              <img src={signature.png} alt="" />
            </button>
            <IconButton
              size="sm"
              label={savedTexts.forget(signature.name)}
              icon={<Trash2 />}
              onClick={() => offer.forget(signature)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

export interface KeepSignatureProps {
  readonly offer: SavedOffer | undefined
  readonly drawing: SignatureDrawing
  readonly kept: boolean
  readonly onKept: (kept: boolean) => void
  readonly disabled: boolean
}

/** Off at first: saving is the person's choice. */
export function KeepSignature({ offer, drawing, kept, onKept, disabled }: KeepSignatureProps) {
  const id = useId()
  if (!offer || savedIdOf(drawing) !== undefined) return null
  const isFull = offer.signatures.length >= offer.most
  return (
    <div className={styles.keeping}>
      <label className={styles.keep}>
        <input
          type="checkbox"
          checked={kept && !isFull}
          disabled={disabled || isFull}
          aria-describedby={isFull ? id : undefined}
          onChange={({ target }) => onKept(target.checked)}
        />
        {savedTexts.keep}
      </label>
      {isFull && (
        <p id={id} className={styles.full}>
          {savedTexts.full(offer.most)}
        </p>
      )}
    </div>
  )
}
